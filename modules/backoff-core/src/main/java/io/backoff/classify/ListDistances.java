package io.backoff.classify;

/**
 * The distances from a call to the places where the failure lists of its policy are configured. The distance is 0 for a
 * list in the policy itself or in the annotation of the called method. It grows with each step from the policy to its
 * preset, to the policies that the policy extends, and to the defaults.
 *
 * @param retryOn distance of {@code retry-on}
 * @param retryOnStatus distance of {@code retry-on-status}
 * @param retryOnGrpcStatus distance of {@code retry-on-grpc-status}
 * @since 0.1.0
 */
public record ListDistances(int retryOn, int retryOnStatus, int retryOnGrpcStatus) {

    /** The distances of lists that are all configured in one place. */
    public static final ListDistances EQUAL = new ListDistances(0, 0, 0);

    /** Returns a copy of these distances with the distance 0 for {@code retryOn}, because the annotation sets it. */
    ListDistances withRetryOnAtTheCall() {
        return new ListDistances(0, retryOnStatus, retryOnGrpcStatus);
    }

    /** Whether the list for this kind of status is configured at least as near to the call as {@code retry-on}. */
    boolean listsAsNear(CalleeStatus status) {
        return (status instanceof GrpcStatus ? retryOnGrpcStatus : retryOnStatus) <= retryOn;
    }
}
