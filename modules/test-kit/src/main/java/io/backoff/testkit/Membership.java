package io.backoff.testkit;

/** The groups that hold a failure, seen by the attempts that an application makes. */
public enum Membership {
    TRANSIENT,
    PERMANENT,
    NEITHER,
    BOTH;

    /**
     * Finds the groups.
     *
     * @param retriedAsTransient whether {@code retry-on: transient} retries it
     * @param retriedUnlessPermanent whether {@code abort-on: permanent} lets it be retried
     */
    public static Membership of(boolean retriedAsTransient, boolean retriedUnlessPermanent) {
        if (retriedAsTransient) {
            return retriedUnlessPermanent ? TRANSIENT : BOTH;
        }
        return retriedUnlessPermanent ? NEITHER : PERMANENT;
    }
}
