package io.backoff.testkit;

/** Says which of the groups {@code transient} and {@code permanent} contain a failure. */
public enum Membership {
    TRANSIENT,
    PERMANENT,
    NEITHER,
    BOTH;

    /**
     * Derives the groups of a failure from whether it is retried.
     *
     * @param retriedAsTransient whether {@code retry-on: transient} retries the failure
     * @param retriedUnlessPermanent whether the failure is retried under {@code abort-on: permanent}
     */
    public static Membership of(boolean retriedAsTransient, boolean retriedUnlessPermanent) {
        if (retriedAsTransient) {
            return retriedUnlessPermanent ? TRANSIENT : BOTH;
        }
        return retriedUnlessPermanent ? NEITHER : PERMANENT;
    }
}
