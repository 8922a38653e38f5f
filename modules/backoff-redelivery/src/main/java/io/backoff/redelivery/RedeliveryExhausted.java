package io.backoff.redelivery;

/**
 * The application event of a stored call that has failed for good and become a dead letter. Published on the instance
 * that made the last attempt, after the dead letter is stored.
 *
 * <pre>{@code
 * @EventListener
 * void alarm(RedeliveryExhausted lost) {
 *     alerts.send(lost.method() + " gave up after " + lost.attempts() + " attempts", lost.failure());
 * }
 * }</pre>
 *
 * @param id id of the dead letter, as in {@code /actuator/backoffredeliveries/{id}}
 * @param policy name of the policy; empty if the call cannot be read, or this application does not have its method
 * @param method {@code Class.method}, as in the tag of the meters; if the policy is empty, the name under which
 *     the method's calls are stored
 * @param attempts number of attempts made
 * @param failure failure of the last attempt
 * @since 0.1.0
 */
public record RedeliveryExhausted(String id, String policy, String method, int attempts, Throwable failure) {}
