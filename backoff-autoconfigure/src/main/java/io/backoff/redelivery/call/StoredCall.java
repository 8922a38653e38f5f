package io.backoff.redelivery.call;

import io.backoff.classify.RetryCause;
import io.backoff.engine.execution.DurableExecution.Progress;
import io.backoff.text.FailureText;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call as it lies in the database. Serializable for schedulers that an application builds without our serializer.
 *
 * @param bean name of the bean when it was stored
 * @param method what the method is known by
 * @param arguments a JSON array
 * @param storedAt when it was stored
 * @param attempts what has become of it so far
 * @param hold how long it was held up; {@code null} in a call of an earlier version
 */
public record StoredCall(
        String bean,
        String method,
        String arguments,
        Instant storedAt,
        Attempts attempts,
        @Nullable Hold hold) implements Serializable {

    private static final int LONGEST_FAILURE = 500;

    /**
     * The attempts so far.
     *
     * @param made how many
     * @param previousDelay the last delay, in nanoseconds
     * @param cause what the next attempt is counted under
     * @param lastAt when the last one ended; {@code null} before the first
     * @param failure what that one came to; {@code null} before the first
     * @param free whether the next attempt takes nothing from the budget; {@code false} in a call of an earlier version
     */
    public record Attempts(
            int made,
            long previousDelay,
            RetryCause cause,
            @Nullable Instant lastAt,
            @Nullable String failure,
            boolean free)
            implements Serializable {

        static final Attempts NONE = new Attempts(0, 0, RetryCause.OTHER, null, null, false);

        public Progress progress() {
            return new Progress(made, previousDelay, cause, free);
        }
    }

    /**
     * How long a pause has kept a call from its attempts, which does not count as its age.
     *
     * @param nanos in all pauses that are over
     * @param since when the next attempt would have been made, were it not for a pause; {@code null} when there is none
     */
    public record Hold(long nanos, @Nullable Instant since) implements Serializable {

        static final Hold NONE = new Hold(0, null);
    }

    /** How long it was held up; a call that an earlier version has stored was not. */
    Hold heldUp() {
        return hold == null ? Hold.NONE : hold;
    }

    /** A new call. */
    static StoredCall create(String bean, String method, String arguments, Instant now) {
        return new StoredCall(bean, method, arguments, now, Attempts.NONE, Hold.NONE);
    }

    /** The same call, held up since then, or since earlier. */
    public StoredCall held(Instant since) {
        return heldUp().since == null ? with(new Hold(heldUp().nanos, since)) : this;
    }

    /** The same call, held up no longer. */
    public StoredCall released(Instant now) {
        Instant since = heldUp().since;
        return since == null
                ? this
                : with(new Hold(heldUp().nanos + between(since, now).toNanos(), null));
    }

    /** The same call after one more attempt. */
    public StoredCall after(Progress progress, Instant now, Throwable failure) {
        return with(new Attempts(
                progress.attempts(),
                progress.previousDelay(),
                progress.cause(),
                now,
                FailureText.of(failure, LONGEST_FAILURE),
                progress.free()));
    }

    /** The same call after an attempt that nobody knows the end of. */
    public StoredCall afterLostAttempt(Instant now) {
        return with(new Attempts(
                attempts.made + 1,
                attempts.previousDelay,
                RetryCause.OTHER,
                now,
                "the instance that made the attempt died",
                false));
    }

    /** The same call as if it had never been made. */
    StoredCall anew(Instant now) {
        return create(bean, method, arguments, now);
    }

    /** How old it is, without the time that it was held up. Clocks of instances differ: never negative. */
    public Duration age(Instant now) {
        Instant since = heldUp().since;
        Instant until = since == null ? now : since;
        Duration age = between(storedAt, until).minusNanos(heldUp().nanos);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Time since the last attempt, until the next one was due if it is held up; zero before the first. */
    public Duration waited(Instant now) {
        Instant since = heldUp().since;
        Instant until = since == null ? now : since;
        return attempts.lastAt == null ? Duration.ZERO : between(attempts.lastAt, until);
    }

    private StoredCall with(Attempts made) {
        return new StoredCall(bean, method, arguments, storedAt, made, hold);
    }

    private StoredCall with(Hold changed) {
        return new StoredCall(bean, method, arguments, storedAt, attempts, changed);
    }

    private static Duration between(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        return between.isNegative() ? Duration.ZERO : between;
    }
}
