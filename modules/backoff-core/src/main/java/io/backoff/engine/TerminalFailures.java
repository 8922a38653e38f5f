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
 * The terminal failures of calls in one scope. They are kept here and not on the exceptions: a later call may throw the
 * same instance and must still be retried.
 */
@Internal
public final class TerminalFailures {

    /** No terminal failures. */
    public static final TerminalFailures NONE = new TerminalFailures(List.of());

    // A scope waits for few calls at a time, but may make many one after the other.
    private static final int MAX = 16;

    private final List<Entry> failures;

    private TerminalFailures(List<Entry> failures) {
        this.failures = failures;
    }

    /** These failures and one more; only the latest are kept. */
    public TerminalFailures and(Throwable failure, StopReason reason) {
        List<Entry> all = new ArrayList<>(failures);
        if (all.size() == MAX) {
            all.remove(0);
        }
        all.add(new Entry(failure, reason));
        return new TerminalFailures(all);
    }

    /** Why a call ended with this failure or one of its causes; {@code null} if none did. */
    public @Nullable StopReason reason(Throwable failure) {
        return failures.isEmpty() ? null : CauseChain.first(failure, this::reasonOf);
    }

    /** The latest of these failures that meets the condition itself, whatever its causes. */
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
