package io.backoff.testkit;

/** The classification groups that contain a failure, derived from whether an application retries it. */
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
