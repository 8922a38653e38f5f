package io.backoff.classify;

/**
 * How far from the call the lists of a policy are written: 0 in the policy itself, the larger the further in what it
 * inherits from a preset, from other policies and from the defaults.
 *
 * @param retryOn distance of {@code retry-on}
 * @param retryOnStatus distance of {@code retry-on-status}
 * @param retryOnGrpcStatus distance of {@code retry-on-grpc-status}
 */
public record ListDistances(int retryOn, int retryOnStatus, int retryOnGrpcStatus) {

    /** All lists are written in one place. */
    public static final ListDistances EQUAL = new ListDistances(0, 0, 0);

    /** These distances with exceptions that stand at the call itself, in its annotation. */
    ListDistances withRetryOnAtTheCall() {
        return new ListDistances(0, retryOnStatus, retryOnGrpcStatus);
    }

    /** Whether the list for such a status is written as near to the call as {@code retry-on}. */
    boolean listsAsNear(CalleeStatus status) {
        return (status instanceof GrpcStatus ? retryOnGrpcStatus : retryOnStatus) <= retryOn;
    }
}
