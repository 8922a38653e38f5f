package io.backoff.classify;

/**
 * The reason why the rules of a policy exclude a failure from retries.
 *
 * @since 0.1.0
 */
public sealed interface Exclusion {

    /**
     * A group in {@code abort-on} contains the failure or one of its causes.
     *
     * @param type name of the class in the group
     * @param group the group in {@code abort-on} that contains the class
     */
    record GroupMember(String type, FailureGroup group) implements Exclusion {}

    /**
     * The failure carries a status that {@code retry-on-status} or {@code retry-on-grpc-status} does not list.
     *
     * @param status the status, which the list does not contain
     */
    record UnlistedStatus(CalleeStatus status) implements Exclusion {}

    /**
     * {@code retry-on} contains neither the failure nor any of its causes.
     *
     * @param type name of the class of the failure
     */
    record UnlistedType(String type) implements Exclusion {}
}
