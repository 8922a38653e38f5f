package io.backoff.classify;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.text.Causes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Judges a failure in a fixed order, the first answer wins:
 *
 * <ol>
 *   <li>interruption and cancellation abort; errors of the virtual machine and of linkage are not retried
 *   <li>{@link PermanentException} is not retried
 *   <li>the application's own {@link Classifier} beans
 *   <li>a callee that said "do not retry"
 *   <li>{@code abort-on}
 *   <li>{@code retry-on-status}, when the failure carries a status
 *   <li>{@code retry-on}
 * </ol>
 *
 * @param rules what the policy says
 * @param custom the application's own classifiers
 * @param readers find a callee's answer in the exceptions of HTTP clients
 */
public record FailureClassifier(FailureRules rules, List<Classifier> custom, List<AnswerReader> readers)
        implements Classifier {

    /** Copies the members. */
    public FailureClassifier {
        custom = List.copyOf(custom);
        readers = List.copyOf(readers);
    }

    /** The same sources under other rules. */
    public FailureClassifier withRules(FailureRules other) {
        return new FailureClassifier(other, custom, readers);
    }

    @Override
    public Verdict classify(Throwable thrown) {
        Throwable failure = Causes.unwrap(thrown);
        Verdict untouchable = Causes.first(failure, FailureClassifier::untouchable);
        if (untouchable != null) {
            return untouchable;
        }
        for (Classifier each : custom) {
            Verdict verdict = each.classify(failure);
            if (verdict != null) {
                return verdict;
            }
        }
        return byRules(failure);
    }

    private static @Nullable Verdict untouchable(Throwable failure) {
        if (failure instanceof InterruptedException || failure instanceof CancellationException) {
            return Verdict.abort();
        }
        boolean never = failure instanceof VirtualMachineError
                || failure instanceof LinkageError
                || failure instanceof PermanentException;
        return never ? Verdict.notRetryable() : null;
    }

    private Verdict byRules(Throwable failure) {
        CalleeAnswer answer = answerIn(failure);
        if (answer != null && answer.neverRetry()) {
            return Verdict.overloaded();
        }
        if (rules.aborts(failure)) {
            return Verdict.notRetryable();
        }
        boolean retry = answer != null ? rules.retriesStatus(answer.status()) : rules.retries(failure);
        return retry
                ? Verdict.retryAfter(RetryCauses.of(failure, answer), hint(failure, answer))
                : Verdict.notRetryable();
    }

    private @Nullable CalleeAnswer answerIn(Throwable failure) {
        return readers.isEmpty() ? null : Causes.first(failure, this::readOne);
    }

    private @Nullable CalleeAnswer readOne(Throwable failure) {
        for (AnswerReader reader : readers) {
            CalleeAnswer answer = reader.read(failure);
            if (answer != null) {
                return answer;
            }
        }
        return null;
    }

    private @Nullable Duration hint(Throwable failure, @Nullable CalleeAnswer answer) {
        if (!rules.honorRetryAfter()) {
            return null;
        }
        Duration own = Causes.first(failure, FailureClassifier::ownHint);
        return own != null || answer == null ? own : answer.retryAfter();
    }

    private static @Nullable Duration ownHint(Throwable failure) {
        Duration hint = failure instanceof RetryAfter knowing ? knowing.retryAfter() : null;
        return hint != null && hint.compareTo(Duration.ZERO) > 0 ? hint : null;
    }
}
