package io.backoff.redelivery.call;

import io.backoff.classify.RetryCause;
import io.backoff.engine.execution.DurableExecution.Progress;
import io.backoff.text.FailureText;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call in the database. Serializable, because an application may build a scheduler without our serializer.
 *
 * @param bean name of the bean when the call was stored
 * @param method name of the method in stored calls, see {@link io.backoff.redelivery.Redeliver#name()}
 * @param arguments the arguments as a JSON array
 * @param storedAt when the call was stored
 * @param attempts the attempts so far
 * @param parking time for which the call was parked
 * @param strayedAt when an instance first found no matching method for the call; {@code null} before that, and after an
 * instance has found one
 */
public record StoredCall(
        String bean,
        String method,
        String arguments,
        Instant storedAt,
        Attempts attempts,
        Parking parking,
        @Nullable Instant strayedAt)
        implements Serializable {

    private static final int LONGEST_FAILURE = 500;

    /**
     * The attempts so far.
     *
     * @param made number of attempts
     * @param previousDelay the last delay, in nanoseconds
     * @param cause the reason for the next attempt, as counted by the meters
     * @param lastAt end of the last attempt; {@code null} before the first attempt
     * @param failure text of the last attempt's failure; {@code null} before the first attempt
     * @param free whether the next attempt takes no token from the budget
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
     * The total time for which a call was parked. This time does not count toward the call's age.
     *
     * @param nanos nanoseconds in all past pauses
     * @param since when the call was parked, that is, when its next attempt was due; {@code null} if it is not parked
     */
    public record Parking(long nanos, @Nullable Instant since) implements Serializable {

        static final Parking NONE = new Parking(0, null);
    }

    /** Creates a new call. */
    static StoredCall create(String bean, String method, String arguments, Instant now) {
        return new StoredCall(bean, method, arguments, now, Attempts.NONE, Parking.NONE, null);
    }

    /** Returns this call as parked since the given time, unless it is already parked. */
    public StoredCall parked(Instant since) {
        return parking.since == null ? with(new Parking(parking.nanos, since)) : this;
    }

    /** Returns this call as no longer parked. */
    public StoredCall released(Instant now) {
        Instant since = parking.since;
        return since == null
                ? this
                : with(new Parking(parking.nanos + between(since, now).toNanos(), null));
    }

    /** Returns this call after one more attempt. */
    public StoredCall after(Progress progress, Instant now, Throwable failure) {
        return with(new Attempts(
                progress.attempts(),
                progress.previousDelay(),
                progress.cause(),
                now,
                FailureText.of(failure, LONGEST_FAILURE),
                progress.free()));
    }

    /** Returns this call after an attempt whose outcome is unknown. */
    public StoredCall afterLostAttempt(Instant now) {
        return with(new Attempts(
                attempts.made + 1,
                attempts.previousDelay,
                RetryCause.OTHER,
                now,
                "the instance that made the attempt died",
                false));
    }

    /** Returns this call as newly stored, without attempts. */
    StoredCall asNew(Instant now) {
        return create(bean, method, arguments, now);
    }

    /**
     * Returns the age of the call without the time for which it was parked. It is never negative, even if the clocks of
     * instances differ.
     */
    public Duration age(Instant now) {
        Instant since = parking.since;
        Instant until = since == null ? now : since;
        Duration age = between(storedAt, until).minusNanos(parking.nanos);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /**
     * Returns how long the call has waited since the last attempt; zero before the first attempt. For a parked call,
     * the wait ended when the next attempt was due.
     */
    public Duration waited(Instant now) {
        Instant since = parking.since;
        Instant until = since == null ? now : since;
        return attempts.lastAt == null ? Duration.ZERO : between(attempts.lastAt, until);
    }

    private StoredCall with(Attempts made) {
        return new StoredCall(bean, method, arguments, storedAt, made, parking, strayedAt);
    }

    private StoredCall with(Parking changed) {
        return new StoredCall(bean, method, arguments, storedAt, attempts, changed, strayedAt);
    }

    /** Returns this call marked as having had no matching method since the given time, unless it is already marked. */
    public StoredCall strayed(Instant now) {
        return strayedAt == null ? strayedSince(now) : this;
    }

    /** Returns this call marked as having a matching method. */
    public StoredCall found() {
        return strayedAt == null ? this : strayedSince(null);
    }

    /** Returns this call with another failure, but without counting an attempt. */
    public StoredCall failed(String failure) {
        return with(new Attempts(
                attempts.made, attempts.previousDelay, attempts.cause, attempts.lastAt, failure, attempts.free));
    }

    private StoredCall strayedSince(@Nullable Instant since) {
        return new StoredCall(bean, method, arguments, storedAt, attempts, parking, since);
    }

    private static Duration between(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        return between.isNegative() ? Duration.ZERO : between;
    }
}
