package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a call is at: its current attempt, the layer that it is made in, and the calls that are made in it. */
abstract class LayeredAttempt implements CurrentAttempt, Layer {

    final Guard guard;
    final BackoffPolicy policy;
    final long start;
    int attempt = 1;

    private @Nullable Past past;
    private final @Nullable Layer outer;
    private final boolean stopped;
    private volatile @Nullable SettledFailures settled;

    LayeredAttempt(Guard guard, BackoffPolicy policy, @Nullable Layer around, long start) {
        this.guard = guard;
        this.policy = policy;
        this.outer = guard.engine().nesting() == Nesting.CHAIN_STOP ? around : null;
        this.stopped = outer != null && outer.isRetrying();
        this.start = start;
    }

    /** What happened before the current attempt; {@code null} when nothing did. */
    final @Nullable Past past() {
        return past;
    }

    /** To be told what happens. */
    final Past remembering() {
        Past known = past;
        if (known == null) {
            known = new Past();
            past = known;
        }
        return known;
    }

    public final TimeSource time() {
        return guard.engine().time();
    }

    /**
     * Tells the layer around that it need not try again. Not when this call was limited to one attempt: then it has used
     * up nothing, and the layer that retries goes on.
     *
     * @param permanent whether the callee said that a retry is pointless
     */
    final void tellOuter(@Nullable Throwable failure, StopReason stop, boolean permanent) {
        boolean nothingLeft =
                switch (stop) {
                    case EXHAUSTED -> !stopped;
                    case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
                    case NOT_RETRYABLE -> permanent || failure != null && whySettled(failure) != null;
                    case ABORTED -> false;
                };
        if (outer != null && failure != null && nothingLeft) {
            StopReason below = permanent ? null : reasonBelow(failure);
            outer.settled(failure, below == null ? stop : below);
        }
    }

    @Override
    public final void settled(Throwable failure, StopReason reason) {
        SettledFailures known = settled;
        if (known == null) {
            synchronized (this) {
                known = settled == null ? new SettledFailures() : settled;
                settled = known;
            }
        }
        known.add(failure, reason);
    }

    /** Told not to retry stays that; for any other end further in, there is just nothing more to try. */
    @Override
    public @Nullable StopReason whySettled(Throwable failure) {
        StopReason reason = reasonBelow(failure);
        return reason == null || reason == StopReason.OVERLOADED ? reason : StopReason.NOT_RETRYABLE;
    }

    /** How the call further in ended that came to this failure; {@code null} if none did. */
    final @Nullable StopReason reasonBelow(Throwable failure) {
        SettledFailures known = settled;
        return known == null ? null : known.why(failure);
    }

    /** The next attempt starts anew. */
    final void forgetSettled() {
        SettledFailures known = settled;
        if (known != null) {
            known.clear();
        }
    }

    @Override
    public final boolean isRetrying() {
        return stopped || attempt > 1;
    }

    @Override
    public final Optional<Repetition> retry() {
        if (attempt > 1) {
            return Optional.of(new Repetition(attempt - 1, maxAttempts(), remaining()));
        }
        return outer == null ? Optional.empty() : outer.retry();
    }

    @Override
    public final int number() {
        return attempt;
    }

    @Override
    public final OptionalInt maxAttempts() {
        Limits limits = policy.limits();
        if (stopped || !policy.enabled()) {
            return OptionalInt.of(1);
        }
        return limits.unlimited() ? OptionalInt.empty() : OptionalInt.of(limits.maxAttempts());
    }

    @Override
    public final boolean isLast() {
        OptionalInt max = maxAttempts();
        return max.isPresent() ? attempt >= max.getAsInt() : attempt == Integer.MAX_VALUE;
    }

    @Override
    public final Duration elapsed() {
        return Duration.ofNanos(time().nanoTime() - start);
    }

    @Override
    public final Optional<Duration> remaining() {
        Duration maxElapsed = policy.limits().maxElapsed();
        if (maxElapsed.isZero()) {
            return Optional.empty();
        }
        Duration left = maxElapsed.minus(elapsed());
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    @Override
    public final Optional<Throwable> lastFailure() {
        return past == null ? Optional.empty() : Optional.ofNullable(past.lastFailure);
    }

    @Override
    public final String policy() {
        return policy.name();
    }
}
