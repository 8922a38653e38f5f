package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.Decision;
import io.backoff.engine.execution.Execution;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
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
    private final CallState state = new CallState();
    private final ReactiveTimer timer;
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
        this.timer = new ReactiveTimer(call);
    }

    Flux<T> run() {
        Flux<T> attempts = Flux.defer(this::attempt)
                // One failure at a time: a queue for more would weigh more than the call.
                .retryWhen(Retry.from(failures -> failures.concatMap(failed -> next(failed.failure()), 1)));
        return waitFirst()
                .thenMany(attempts)
                .onErrorResume(this::end)
                .contextWrite(context -> context.put(RetryScope.class, call))
                .doOnCancel(this::cancelled)
                // A subscriber that uses onErrorContinue would skip failures in here, and the signal that ends the
                // call.
                .onErrorStop();
    }

    private Mono<Void> waitFirst() {
        try {
            // After the end of all delays, attempt 1 is made without.
            return timer.delay(call.initialDelay())
                    .onErrorComplete(RejectedExecutionException.class)
                    .then();
        } catch (Throwable broken) {
            return breakOff(broken);
        }
    }

    private Flux<T> attempt() {
        last = null;
        Flux<T> attempt = new ReactiveAttempt<>(this, invoke());
        Duration limit = call.policyInForce().limits().attemptTimeout();
        Flux<T> limited = limit.isZero() ? attempt : attempt.takeUntilOther(timer.timeout(limit));
        return limited.filter(value -> !single).concatWith(Flux.defer(this::conclude));
    }

    /** The attempt has completed: with a result to be judged, or a stream that has been passed on already. */
    private Flux<T> conclude() {
        if (!state.take()) {
            return Flux.never();
        }
        try {
            if (single && operation.rejects(last, call.policyInForce())) {
                return goesOn() ? Flux.error(new Rejected()) : Flux.never();
            }
        } catch (Throwable broken) {
            return Flux.from(breakOff(broken));
        }
        state.end();
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
        return RetryScopeHolder.enter(call);
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
        if (!state.take()) {
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
        if (!state.take()) {
            return Mono.never();
        }
        Decision decision;
        try {
            decision = failure instanceof Rejected ? call.rejected(last) : failed(failure);
        } catch (Throwable broken) {
            return breakOff(broken);
        }
        if (decision.stop() != null) {
            return Mono.error(ended(decision.stop()));
        }
        Mono<Boolean> delayed =
                timer.delay(decision.delay()).then(Mono.defer(this::resume)).onErrorResume(this::noDelay);
        return goesOn() ? delayed : Mono.never();
    }

    private Mono<Boolean> noDelay(Throwable failure) {
        if (failure instanceof Ended) {
            return Mono.error(failure);
        }
        if (!state.take()) {
            return Mono.never();
        }
        return failure instanceof RejectedExecutionException
                ? Mono.error(ended(call.stop(StopReason.ABORTED)))
                : breakOff(failure);
    }

    private Decision failed(Throwable failure) {
        last = null;
        // What the subscriber has got cannot be taken back: another attempt would give it the beginning twice.
        boolean late = emitted && !single && !call.policyInForce().retryAfterFirstElement();
        return late ? call.failedForGood(failure) : call.failed(failure);
    }

    private Mono<Boolean> resume() {
        if (!state.take()) {
            return Mono.never();
        }
        try {
            StopReason stop = call.resume();
            if (stop != null) {
                return Mono.error(ended(stop));
            }
        } catch (Throwable broken) {
            return breakOff(broken);
        }
        return goesOn() ? Mono.just(true) : Mono.never();
    }

    /** Ends the call, whose turn this is, with what has broken. No fatal error as it is: Reactor would throw it. */
    private <X> Mono<X> breakOff(Throwable broken) {
        call.broke(broken);
        return Mono.error(ended(null));
    }

    private Ended ended(@Nullable StopReason reason) {
        state.end();
        return new Ended(reason);
    }

    /** Gives back the turn, unless the subscriber has gone meanwhile. */
    private boolean goesOn() {
        boolean goesOn = state.giveBack();
        if (!goesOn) {
            state.end();
            call.stop(StopReason.ABORTED);
        }
        return goesOn;
    }

    private Publisher<T> end(Throwable signal) {
        if (signal instanceof Ended end) {
            return giveUp(end);
        }
        // What users hand in is guarded where it is called; this is for what nobody thought of.
        state.end();
        return Flux.error(call.broke(signal));
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
        if (!state.cancel()) {
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
