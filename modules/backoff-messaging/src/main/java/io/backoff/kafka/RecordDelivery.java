package io.backoff.kafka;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.Shutdown;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.pace.Turn;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.util.backoff.BackOffExecution;

/** All deliveries of one record or batch, which are one call. Used only by the consumer thread. */
final class RecordDelivery {

    // The delay before a redelivery while the application stops. A stopping container ends the wait early, and the
    // record stays in its topic.
    private static final long WHILE_STOPPING = 1_000;

    private final Call call;
    private final Shutdown shutdown;
    private final Consumer<RecordDelivery> finished;
    private TopicPartition partition;
    private long offset;
    private int records = 1;
    private State state = State.NEW;
    private @Nullable Throwable thrown;
    private long decidedAt;
    private Duration delay = Duration.ZERO;

    private enum State {
        NEW,
        /** The listener has failed, and the policy has not yet decided. */
        FAILED,
        /** The policy permits a redelivery, for which the record waits. */
        WAITING,
        /** The call has ended, but the record is not given up: it stays in its topic, and its next call begins later. */
        POSTPONED,
        /** The policy has ended the call. The error handler recovers the record. */
        OVER,
        /** The application is stopping. The record stays in its topic. */
        ABORTED
    }

    RecordDelivery(TopicPartition partition, long offset, Guard guard, Consumer<RecordDelivery> finished) {
        this.partition = partition;
        this.offset = offset;
        // The key is the topic, so that each topic has its own retry bucket.
        this.call = guard.withKey(partition.topic()).begin();
        this.shutdown = guard.engine().shutdown();
        this.finished = finished;
    }

    boolean isOf(ConsumerRecord<?, ?> record) {
        return record.offset() == offset
                && record.partition() == partition.partition()
                && record.topic().equals(partition.topic());
    }

    boolean isFirst() {
        return call.number() == 1;
    }

    boolean hasJustFailed() {
        return state == State.FAILED;
    }

    Throwable thrown() {
        return Objects.requireNonNull(thrown, "'thrown' must not be null");
    }

    void moveTo(TopicPartition other, long otherOffset) {
        partition = other;
        offset = otherOffset;
        records = 1;
        call.at(place());
    }

    // Partition and offset, for example orders-0@42.
    private String place() {
        return partition + "@" + offset + (records == 1 ? "" : " and " + (records - 1) + " more");
    }

    /** Whether the policy decides about redelivery. A disabled policy leaves the decision to the error handler. */
    boolean isGoverned() {
        return call.policyInForce().enabled();
    }

    /** Whether the call has ended. If so, another delivery of the record begins a new call. */
    boolean isOver() {
        return state == State.OVER || state == State.POSTPONED;
    }

    /** Whether the call has ended without an attempt, so that its failure is of this delivery. */
    boolean isPostponed() {
        return state == State.POSTPONED;
    }

    /** Whether the attempt of the delivery that has just failed has not begun. */
    boolean hasNotBegun() {
        return isOver() || state == State.ABORTED;
    }

    /**
     * Makes one attempt by invoking the listener. If the attempt is not permitted, throws the last failure instead.
     *
     * @param delivered number of records in this delivery
     */
    @Nullable
    Object attempt(MethodInvocation invocation, int delivered) throws Throwable {
        records = delivered;
        if (state == State.ABORTED || !begins()) {
            throw thrown();
        }
        CallerContext.Scope entered = RetryScopeHolder.enter(call.scope());
        try {
            Object result = invocation.proceed();
            call.succeeded(null);
            finished.accept(this);
            return result;
        } catch (Throwable failure) {
            failedBefore(failure);
            throw failure;
        } finally {
            entered.close();
        }
    }

    /** Stores a failure that the policy has yet to decide on. */
    void failedBefore(Throwable failure) {
        thrown = failure;
        state = State.FAILED;
        call.at(place());
    }

    /** Stores the failure of this record. The failed attempt belongs to the call of another record of the batch. */
    void failedWith(Throwable failure) {
        thrown = failure;
        records = 1;
        call.at(place());
    }

    /**
     * Waits on the consumer thread until the attempt may begin. Returns {@code false} if the call has ended instead.
     */
    private boolean begins() {
        if (state == State.WAITING) {
            waited();
        }
        try {
            boolean late = BlockingRunner.awaitTurn(call).state() == Turn.State.LATE;
            if (late) {
                return isOn(call.late());
            }
            return state != State.WAITING || isOn(call.proceed());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return isOn(call.abort());
        }
    }

    private boolean isResumed() {
        waited();
        return isOn(call.proceed());
    }

    private void waited() {
        // The wait may have been longer than the delay, because the consumer was busy with other records.
        call.waitedSince(decidedAt, delay);
    }

    private boolean isOn(NextStep step) {
        if (step.stop() != null) {
            state = end(step.stop());
            if (thrown == null) {
                Throwable failure = call.failure();
                thrown = failure == null ? new CancellationException("Interrupted before the first attempt") : failure;
            }
        }
        return step.stop() == null;
    }

    /**
     * Returns the milliseconds until the next delivery, or {@code BackOffExecution.STOP}.
     *
     * @param fatal whether the failure is permanent
     */
    long decide(boolean fatal) {
        // In state WAITING, the record has failed again before it reached the listener.
        if (state == State.WAITING && !isResumed() || isOver() || state == State.ABORTED) {
            return afterEnd();
        }
        NextStep step = fatal ? call.failedForGood(thrown()) : call.failed(thrown());
        if (step.stop() != null) {
            state = end(step.stop());
            return afterEnd();
        }
        state = State.WAITING;
        decidedAt = call.time().nanoTime();
        delay = step.delay();
        return milliseconds(delay);
    }

    private State end(StopReason stop) {
        if (state == State.NEW && stop == StopReason.ELAPSED) {
            return State.POSTPONED;
        }
        boolean stopping = shutdown.underWay() || Thread.currentThread().isInterrupted();
        return stop == StopReason.ABORTED && stopping ? State.ABORTED : State.OVER;
    }

    private long afterEnd() {
        return switch (state) {
            case ABORTED -> WHILE_STOPPING;
            case POSTPONED -> milliseconds(ReturnedRecords.delay(call.policyInForce()));
            default -> BackOffExecution.STOP;
        };
    }

    /**
     * Leaves the record in its topic, even if its call has ended. Its next delivery then begins a new call.
     *
     * @return the milliseconds until the next delivery
     */
    long postpone() {
        if (state == State.OVER) {
            state = State.POSTPONED;
        }
        return afterEnd();
    }

    // Rounds up, because Spring waits for whole milliseconds.
    static long milliseconds(Duration delay) {
        long whole = delay.toMillis();
        return delay.equals(Duration.ofMillis(whole)) ? whole : whole + 1;
    }

    /**
     * Called when the error handler has handled the record.
     *
     * @return whether the handler has given up without asking the policy, although the policy is enabled
     */
    boolean handled() {
        boolean unasked = state == State.FAILED;
        if (unasked) {
            call.failedForGood(thrown());
        }
        if (unasked || isOver()) {
            finished.accept(this);
        }
        return unasked && isGoverned();
    }

    /** Called when the listener has processed this record in an attempt that belongs to the call of another record. */
    void passed() {
        // In state WAITING, the attempt of the other record's call was also the retry for which this record was
        // waiting. isResumed() counts this retry, unless the policy denies it.
        if (state != State.WAITING || isResumed()) {
            call.succeeded(null);
        }
        finished.accept(this);
    }

    /**
     * Called when the listener has failed at an earlier record of the batch. The next delivery of this record is a new
     * call.
     */
    void notReached() {
        call.abort();
        finished.accept(this);
    }

    /** Whether the error handler must recover the record: the policy has ended the call, or was not asked. */
    boolean isGivenUp() {
        return state == State.OVER || state == State.FAILED && isGoverned();
    }

    /** Whether the record will be redelivered, either from memory or after another fetch. */
    boolean isDeliveredAgain(
            org.apache.kafka.clients.consumer.Consumer<?, ?> consumer, ConsumerRecords<?, ?> remaining) {
        return remaining.records(partition).stream().anyMatch(this::isOf)
                || consumer.assignment().contains(partition) && consumer.position(partition) <= offset;
    }

    /** Ends the call, because this consumer no longer delivers the record. */
    void abandon() {
        if (state == State.FAILED) {
            call.failedForGood(thrown());
        } else if (state == State.NEW || state == State.WAITING) {
            call.abort();
        }
        state = State.OVER;
        finished.accept(this);
    }
}
