package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import io.backoff.engine.Decision;
import io.backoff.engine.Execution;
import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import io.backoff.engine.Operation;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.policy.DurationText;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * One subscription to a guarded publisher. The operation is invoked again for each attempt: a publisher that has failed,
 * or that replays, would only fail again.
 */
final class ReactiveCall<T> {

    private final Execution call;
    private final Operation<? extends @Nullable Publisher<T>> operation;
    private final boolean single;
    private final Turn turn = new Turn();
    private volatile boolean emitted;
    private @Nullable T last;

    /**
     * A call that has not begun.
     *
     * @param single whether the publisher gives one result, which the policy may judge, instead of a stream
     */
    ReactiveCall(Execution call, Operation<? extends @Nullable Publisher<T>> operation, boolean single) {
        this.call = call;
        this.operation = operation;
        this.single = single;
    }

    Flux<T> run() {
        Flux<T> attempts = Flux.defer(this::attempt)
                // One failure at a time: a queue for more would weigh more than the call.
                .retryWhen(Retry.from(failures -> failures.concatMap(failed -> next(failed.failure()), 1)))
                .onErrorResume(Ended.class, this::giveUp)
                .contextWrite(context -> context.put(Layer.class, call));
        return waitFirst().thenMany(attempts).doOnCancel(this::cancelled);
    }

    private Mono<Void> waitFirst() {
        Duration first = call.initialDelay();
        // After the end of all delays, attempt 1 is made without.
        return delay(first).onErrorComplete(RejectedExecutionException.class).then();
    }

    private Flux<T> attempt() {
        last = null;
        Flux<T> attempt = new ReactiveAttempt<>(this, invoke());
        Duration limit = call.policyInForce().limits().attemptTimeout();
        Flux<T> limited = limit.isZero() ? attempt : attempt.takeUntilOther(timeout(limit));
        return limited.filter(value -> !single).concatWith(Flux.defer(this::conclude));
    }

    /** The attempt has completed: with a result to be judged, or a stream that has been passed on already. */
    private Flux<T> conclude() {
        if (!turn.take()) {
            return Flux.never();
        }
        try {
            if (single && operation.rejects(last, call.policyInForce())) {
                return goesOn() ? Flux.error(new Rejected()) : Flux.never();
            }
        } catch (Throwable broken) {
            call.broke(broken);
            return Flux.error(ended(null));
        }
        turn.end();
        call.succeeded(last);
        return single && last != null ? Flux.just(last) : Flux.empty();
    }

    private Publisher<T> invoke() {
        CallerContext.Scope scope = enter();
        try {
            Publisher<T> publisher = operation.invoke();
            return publisher != null
                    ? publisher
                    : Flux.error(new NullPointerException("The guarded method returned null instead of a publisher"));
        } catch (Throwable failure) {
            return Flux.error(failure);
        } finally {
            scope.close();
        }
    }

    /** Makes the call the current one of the thread. */
    CallerContext.Scope enter() {
        return LayerScope.enter(call);
    }

    void received(T value) {
        last = value;
        emitted = true;
    }

    /**
     * Ends the call, unless it has ended: an error of the virtual machine was thrown through its attempt. It may be the
     * subscriber who threw it, after the end.
     *
     * @return what to signal instead; {@code null} when the error reaches the subscriber as it is thrown, because the
     *     first attempt runs on the thread of the subscriber
     */
    @Nullable
    Throwable broke(Throwable fatal) {
        if (!turn.take()) {
            return null;
        }
        call.failedForGood(fatal);
        Ended end = ended(StopReason.NOT_RETRYABLE);
        boolean onThreadOfSubscriber =
                call.number() == 1 && !call.policyInForce().waitFirst();
        return onThreadOfSubscriber ? null : end;
    }

    private Publisher<?> next(Throwable failure) {
        if (failure instanceof Ended) {
            return Mono.error(failure);
        }
        if (!turn.take()) {
            return Mono.never();
        }
        Decision decision = failure instanceof Rejected ? call.rejected(last) : failed(failure);
        if (decision.stop() != null) {
            return Mono.error(ended(decision.stop()));
        }
        Mono<Boolean> delayed = delay(decision.delay())
                .then(Mono.defer(this::resume))
                .onErrorResume(RejectedExecutionException.class, closed -> abort());
        return goesOn() ? delayed : Mono.never();
    }

    private Decision failed(Throwable failure) {
        last = null;
        // What the subscriber has got cannot be taken back: another attempt would give it the beginning twice.
        boolean late = emitted && !single && !call.policyInForce().retryAfterFirstElement();
        return late ? call.failedForGood(failure) : call.failed(failure);
    }

    private Mono<Boolean> resume() {
        if (!turn.take()) {
            return Mono.never();
        }
        StopReason stop = call.resume();
        if (stop != null) {
            return Mono.error(ended(stop));
        }
        return goesOn() ? Mono.just(true) : Mono.never();
    }

    private Mono<Boolean> abort() {
        return turn.take() ? Mono.error(ended(call.stop(StopReason.ABORTED))) : Mono.never();
    }

    private Ended ended(@Nullable StopReason reason) {
        turn.end();
        return new Ended(reason);
    }

    /** Gives back the turn, unless the subscriber has gone meanwhile. */
    private boolean goesOn() {
        boolean goesOn = turn.giveBack();
        if (!goesOn) {
            turn.end();
            call.stop(StopReason.ABORTED);
        }
        return goesOn;
    }

    private Mono<Boolean> delay(Duration time) {
        if (time.isZero()) {
            return Mono.empty();
        }
        return Mono.create(sink -> {
            long start = call.time().nanoTime();
            Scheduled scheduled = call.time().schedule(sink::success, time);
            sink.onDispose(() -> {
                scheduled.cancel();
                call.waited(call.time().nanoTime() - start);
            });
        });
    }

    private Mono<T> timeout(Duration limit) {
        return Mono.create(sink -> {
            TimeoutException failure =
                    new TimeoutException("No completion within attempt-timeout, " + DurationText.of(limit));
            try {
                Scheduled scheduled = call.time().timeout(() -> sink.error(failure), limit);
                sink.onDispose(scheduled::cancel);
            } catch (RejectedExecutionException closed) {
                // Nothing would end an attempt that never completes.
                sink.error(failure);
            }
        });
    }

    private Publisher<T> giveUp(Ended end) {
        Throwable failure = call.failure();
        boolean replaceable = end.reason != null && end.reason != StopReason.ABORTED;
        Operation.Fallback<? extends @Nullable Publisher<T>> fallback = replaceable ? operation.fallback() : null;
        if (fallback != null) {
            return replace(fallback, failure).onErrorMap(call::fallbackFailed);
        }
        return failure != null ? Flux.error(failure) : Mono.justOrEmpty(last);
    }

    private Flux<T> replace(
            Operation.Fallback<? extends @Nullable Publisher<T>> fallback, @Nullable Throwable failure) {
        CallerContext.Scope scope = enter();
        try {
            Publisher<T> publisher = fallback.apply(failure);
            return publisher != null
                    ? Flux.from(publisher)
                    : Flux.error(new NullPointerException("The fallback returned null instead of a publisher"));
        } catch (Throwable broken) {
            return Flux.error(broken);
        } finally {
            scope.close();
        }
    }

    private void cancelled() {
        if (!turn.cancel()) {
            return;
        }
        if (emitted && !single) {
            // A subscriber that has seen enough of a stream, as with take(1), is served well.
            call.succeeded(last);
        } else {
            call.stop(StopReason.ABORTED);
        }
    }

    /** The call is over, for the given reason, or {@code null} when no fallback helps. Never seen outside. */
    private static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final @Nullable StopReason reason;

        Ended(@Nullable StopReason reason) {
            super(null, null, false, false);
            this.reason = reason;
        }
    }

    /** The attempt gave a result that is not accepted. Never seen outside. */
    private static final class Rejected extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Rejected() {
            super(null, null, false, false);
        }
    }
}
