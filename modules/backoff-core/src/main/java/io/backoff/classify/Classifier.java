package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether a failure may be retried. Beans of this type take precedence over the rules of every policy.
 *
 * <pre>{@code
 * @Bean
 * Classifier tokenExpiry() {
 *     return failure -> failure instanceof TokenExpiredException ? Verdict.retry(RetryCause.OTHER) : null;
 * }
 * }</pre>
 *
 * <p>Interruption, cancellation, {@link io.backoff.PermanentException}, {@link VirtualMachineError} and
 * {@link LinkageError} are never retried, whatever a classifier returns. If a classifier throws, the failure that it
 * was classifying is not retried.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Classifier {

    /**
     * Classifies one failure.
     *
     * @param failure the failure of the attempt, without wrappers such as {@code CompletionException}
     * @return the verdict; {@code null} to ask the next classifier
     */
    @Nullable
    Verdict classify(Throwable failure);
}
