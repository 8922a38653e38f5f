package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/**
 * Judges failures. A bean of this type is asked before the rules of the policies, for every policy.
 *
 * <pre>{@code
 * @Bean
 * Classifier tokenExpiry() {
 *     return failure -> failure instanceof TokenExpiredException ? Verdict.retry(RetryCause.OTHER) : null;
 * }
 * }</pre>
 *
 * <p>Interruption, cancellation and errors of the virtual machine are never retried, whatever a classifier says. One
 * that throws ends the call with the original failure, as not retryable.
 */
@FunctionalInterface
public interface Classifier {

    /**
     * Judges one failure.
     *
     * @param failure what the attempt ended with, without {@code CompletionException} and its like around it
     * @return the verdict, or {@code null} to leave it to the next classifier
     */
    @Nullable
    Verdict classify(Throwable failure);
}
