package io.backoff.classify;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Classifies a failure by checks in a fixed order; the first match wins:
 *
 * <ol>
 *   <li>interruption and cancellation abort the call; {@link VirtualMachineError} and {@link LinkageError} are not
 *       retried
 *   <li>{@link PermanentException} is not retried
 *   <li>the application's own {@link Classifier} beans
 *   <li>a callee that forbids retries
 *   <li>{@code abort-on}: its classes, then its groups; a group yields to a class that {@code retry-on} names, to an
 *       SQL state that the policy retries, and to a gRPC status that the configuration lists
 *   <li>a callee that is still executing another request with the same idempotency key: the failure is retried
 *   <li>{@code retry-on}, including the SQL states that a preset adds to it: a failure that it does not contain is not
 *       retried
 *   <li>{@code retry-on-status} or {@code retry-on-grpc-status}, if the failure carries a status: an unlisted status is
 *       not retried, unless {@code retry-on} names the class of the failure and is configured nearer to the call than
 *       the list of statuses (see {@link ListDistances})
 * </ol>
 *
 * <p>In the checks for a class that {@code retry-on} names, {@code Throwable}, {@code Exception} and
 * {@code RuntimeException} do not count as named.
 *
 * @param rules the lists of the policy, such as {@code retry-on}
 * @param custom the application's own classifiers
 * @param extractors find a callee's response in exceptions of client libraries
 * @param groups the members of the groups that the rules name
 * @since 0.1.0
 */
public record FailureClassifier(
        FailureRules rules, List<Classifier> custom, List<ResponseExtractor> extractors, FailureGroups groups)
        implements Classifier {

    /**
     * Copies the lists.
     *
     * @param custom the application's own classifiers
     * @param extractors find a callee's response in exceptions of client libraries
     * @param groups the members of the groups that the rules name
     * @param rules the lists of the policy, such as {@code retry-on}
     */
    public FailureClassifier {
        custom = List.copyOf(custom);
        extractors = List.copyOf(extractors);
    }

    /**
     * {@return this classifier with other rules}
     *
     * @param other the rules to apply instead; classifiers, extractors and groups stay
     */
    public FailureClassifier withRules(FailureRules other) {
        return new FailureClassifier(other, custom, extractors, groups);
    }

    @Override
    public Verdict classify(Throwable thrown) {
        Throwable failure = CauseChain.unwrap(thrown);
        Verdict untouchable = CauseChain.first(failure, FailureClassifier::untouchable);
        if (untouchable != null) {
            return untouchable;
        }
        Verdict own = byApplication(failure);
        return own != null ? own : byRules(failure);
    }

    /**
     * Determines from the callee's response whether the callee throttled the attempt. The answer does not depend on
     * whether the rules retry the failure.
     *
     * @param thrown the failure of an attempt; wrappers and causes are searched
     * @return the Retry-After delay; zero if there is none or the policy ignores it; {@code null} if the callee did not
     *     throttle
     */
    public @Nullable Duration throttled(Throwable thrown) {
        Throwable failure = CauseChain.unwrap(thrown);
        CalleeResponse response = responseIn(failure);
        if (response == null || !response.throttled()) {
            return null;
        }
        Duration retryAfter = retryAfter(failure, response);
        return retryAfter == null ? Duration.ZERO : retryAfter;
    }

    private static @Nullable Verdict untouchable(Throwable failure) {
        if (failure instanceof InterruptedException || Cancellation.is(failure)) {
            return Verdict.abort();
        }
        boolean never = failure instanceof VirtualMachineError
                || failure instanceof LinkageError
                || failure instanceof PermanentException;
        return never ? Verdict.notRetryable() : null;
    }

    private @Nullable Verdict byApplication(Throwable failure) {
        for (Classifier classifier : custom) {
            Verdict verdict = classifier.classify(failure);
            if (verdict != null) {
                return verdict;
            }
        }
        return null;
    }

    private Verdict byRules(Throwable failure) {
        CalleeResponse response = responseIn(failure);
        if (response != null && response.neverRetry()) {
            return Verdict.overloaded();
        }
        if (rules.abortsByName(failure)) {
            return Verdict.notRetryable();
        }
        Exclusion excluded = rules.excluded(failure, response, groups);
        return excluded != null ? Verdict.excluded(excluded) : byRetryOn(failure, response);
    }

    private Verdict byRetryOn(Throwable failure, @Nullable CalleeResponse response) {
        Exclusion unlisted = response != null && response.inProgress() ? null : unlisted(failure, response);
        return unlisted != null
                ? Verdict.excluded(unlisted)
                : Verdict.retryAfter(RetryCauses.of(failure, response), retryAfter(failure, response));
    }

    private @Nullable Exclusion unlisted(Throwable failure, @Nullable CalleeResponse response) {
        if (!rules.retries(failure, response, groups)) {
            return new Exclusion.UnlistedType(failure.getClass().getName());
        }
        return response == null || rules.admits(failure, response.status())
                ? null
                : new Exclusion.UnlistedStatus(response.status());
    }

    private @Nullable CalleeResponse responseIn(Throwable failure) {
        return extractors.isEmpty() ? null : CauseChain.first(failure, this::readOne);
    }

    private @Nullable CalleeResponse readOne(Throwable failure) {
        for (ResponseExtractor reader : extractors) {
            CalleeResponse response = reader.read(failure);
            if (response != null) {
                return response;
            }
        }
        return null;
    }

    private @Nullable Duration retryAfter(Throwable failure, @Nullable CalleeResponse response) {
        if (!rules.honorRetryAfter()) {
            return null;
        }
        Duration own = CauseChain.first(failure, FailureClassifier::ownRetryAfter);
        return own != null || response == null ? own : response.retryAfter();
    }

    private static @Nullable Duration ownRetryAfter(Throwable failure) {
        Duration retryAfter = failure instanceof RetryAfter knowing ? knowing.retryAfter() : null;
        return retryAfter != null && retryAfter.compareTo(Duration.ZERO) > 0 ? retryAfter : null;
    }
}
