package io.backoff.polling;

/** The meters of one polled method in a metrics library. An exception thrown by a meter does not affect runs. */
@FunctionalInterface
interface PollMeters {

    /** Records a run that has ended. */
    void ran(PollResult result);

    /** Creates the meters of one polled method. */
    @FunctionalInterface
    interface Factory {

        /** Creates meters that record nothing. */
        Factory NONE = poller -> result -> {};

        /** Registers the meters of a polled method; counters begin at zero. */
        PollMeters create(Poller poller);
    }
}
