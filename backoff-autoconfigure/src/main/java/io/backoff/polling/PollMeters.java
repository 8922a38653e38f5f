package io.backoff.polling;

/** Where a metrics library counts the runs of one polled method. May throw; runs do not notice. */
@FunctionalInterface
interface PollMeters {

    /** A run has ended. */
    void ran(PollResult result);

    /** Makes the meters of one polled method. */
    @FunctionalInterface
    interface Factory {

        /** No metrics library. */
        Factory NONE = poller -> result -> {};

        /** Registers the meters, at zero. */
        PollMeters create(Poller poller);
    }
}
