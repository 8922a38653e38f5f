package io.backoff.engine;

import io.backoff.Internal;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The failures with which calls in one scope have ended for good. They are recorded here instead of on the exceptions,
 * because a later call may throw the same instance and must still be retried.
 */
@Internal
public final class TerminalFailures {

    /** No terminal failures. */
    public static final TerminalFailures NONE = new TerminalFailures(List.of());

    // Enough for a batch or a fan-out that fails with its first failure when all calls have ended. The limit keeps a
    // scope that makes calls for hours from collecting their failures, which may contain the bodies of responses.
    private static final int MAX = 256;

    private final List<Entry> failures;

    private TerminalFailures(List<Entry> failures) {
        this.failures = failures;
    }

    /**
     * {@return these failures and one more, limited to the latest 256}
     *
     * @param failure the failure
     * @param reason the reason
     */
    public TerminalFailures and(Throwable failure, StopReason reason) {
        List<Entry> all = new ArrayList<>(failures);
        if (all.size() == MAX) {
            all.remove(0);
        }
        all.add(new Entry(failure, reason));
        return new TerminalFailures(all);
    }

    /**
     * {@return the reason why a call has ended with this failure or one of its causes; {@code null} if no call has}
     *
     * @param failure the failure
     */
    public @Nullable StopReason reason(Throwable failure) {
        return failures.isEmpty() ? null : CauseChain.first(failure, this::reasonOf);
    }

    /**
     * {@return the latest of these failures that meets the condition; causes are ignored}
     *
     * @param condition the condition
     */
    public Optional<Throwable> latest(Predicate<Throwable> condition) {
        for (int i = failures.size() - 1; i >= 0; i--) {
            if (condition.test(failures.get(i).failure)) {
                return Optional.of(failures.get(i).failure);
            }
        }
        return Optional.empty();
    }

    private @Nullable StopReason reasonOf(Throwable failure) {
        for (int i = failures.size() - 1; i >= 0; i--) {
            if (failures.get(i).failure == failure) {
                return failures.get(i).reason;
            }
        }
        return null;
    }

    private record Entry(Throwable failure, StopReason reason) {}
}
