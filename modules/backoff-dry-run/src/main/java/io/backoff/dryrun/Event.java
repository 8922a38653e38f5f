package io.backoff.dryrun;

/** An event at a simulated time. Events with the same time happen in the order in which they were scheduled. */
abstract class Event implements Comparable<Event> {

    private long at;
    private long number;

    abstract void happen();

    final void scheduled(long time, long ordinal) {
        at = time;
        number = ordinal;
    }

    final long at() {
        return at;
    }

    @Override
    public final int compareTo(Event other) {
        return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
    }
}
