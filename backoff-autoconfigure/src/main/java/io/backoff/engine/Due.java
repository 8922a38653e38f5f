package io.backoff.engine;

import io.backoff.engine.TimeSource.Scheduled;

/** A task and when it is due. There may be millions: it holds no more than it needs. */
final class Due implements Scheduled {

    final Runnable task;
    final long time;
    private final Timer timer;
    // Place in the queue, kept by the queue; negative outside of it.
    int index = -1;

    Due(Timer timer, Runnable task, long time) {
        this.timer = timer;
        this.task = task;
        this.time = time;
    }

    @Override
    public void cancel() {
        timer.cancel(this);
    }

    // By difference: readings of the clock may overflow.
    boolean isBefore(Due other) {
        return time - other.time < 0;
    }
}
