package io.backoff.dryrun;

import io.backoff.classify.Verdict;
import io.backoff.classify.Verdict.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The failure of a simulated attempt. It has no stack trace and carries its own verdict. */
final class SimulatedFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    // Shared by all attempts without a Retry-After delay: calls keep their failures.
    private static final Map<AttemptResult, SimulatedFailure> WITHOUT_HINT = withoutHint();

    private final transient Verdict verdict;

    private SimulatedFailure(Verdict verdict) {
        super(null, null, false, false);
        this.verdict = verdict;
    }

    private static Map<AttemptResult, SimulatedFailure> withoutHint() {
        Map<AttemptResult, SimulatedFailure> failures = new EnumMap<>(AttemptResult.class);
        for (AttemptResult each : AttemptResult.values()) {
            failures.put(each, create(each, null));
        }
        return failures;
    }

    static SimulatedFailure of(AttemptResult result, @Nullable Duration hint) {
        SimulatedFailure shared = hint == null ? WITHOUT_HINT.get(result) : null;
        return shared != null ? shared : create(result, hint);
    }

    private static SimulatedFailure create(AttemptResult result, @Nullable Duration hint) {
        return new SimulatedFailure(
                switch (result) {
                    case WAITING -> Verdict.waiting(hint);
                    case OVERLOADED -> Verdict.overloaded();
                    case ABORTED -> Verdict.abort();
                    default ->
                        result.cause() == null ? Verdict.notRetryable() : Verdict.retryAfter(result.cause(), hint);
                });
    }

    /** The verdict under a policy that honors or ignores Retry-After delays. */
    Verdict verdict(boolean honorHints) {
        return honorHints || verdict.kind() != Kind.RETRY || verdict.hint() == null
                ? verdict
                : new Verdict(verdict.kind(), verdict.cause(), null, verdict.free(), verdict.excluded());
    }
}
