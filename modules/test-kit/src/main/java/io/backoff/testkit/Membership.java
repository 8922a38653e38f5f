package io.backoff.testkit;

/** Which of the groups {@code transient} and {@code permanent} contain a failure, as shown by what is retried. */
public enum Membership {
    TRANSIENT,
    PERMANENT,
    NEITHER,
    BOTH;

    /**
     * Finds the groups.
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
