package io.backoff.polling;

/** Counts the runs of one polled method in a metrics library. May throw without affecting runs. */
@FunctionalInterface
interface PollMeters {

    /** Records a run that has ended. */
    void ran(PollResult result);

    /** Creates the meters of one polled method. */
    @FunctionalInterface
    interface Factory {

        /** Records nothing: there is no metrics library. */
        Factory NONE = poller -> result -> {};

        /** Registers the meters, at zero. */
        PollMeters create(Poller poller);
    }
}
