package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.AttemptLimit;
import io.backoff.engine.execution.AttemptLimit.Source;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import io.backoff.policy.StopReason;
import io.backoff.reactor.CallSignal.Ended;
import io.backoff.reactor.CallSignal.Rejected;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.retry.Retry;

/**
 * One subscription to a guarded publisher. Each attempt invokes the operation again, because another subscription to
 * the same publisher might only repeat the failure.
 */
final class ReactiveCall<T> {

    private final Call call;
    private final Operation<? extends @Nullable Publisher<T>> operation;
    private final boolean single;
    private final @Nullable RetryScope outside;
    private final Context context;
    private final CallState state = new CallState();
    private final ReactiveTimer timer;
    // Whether the first attempt has begun.
    private volatile boolean begun;
    // Whether the latest attempt has waited for its turn, and therefore runs on a retry thread.
    private volatile boolean queued;
    // The result of the last attempt. A call that returns a stream has none: its elements reach the subscriber.
    private volatile HeldResult<T> result;
    // Whether a stream has emitted an element in any attempt.
    private volatile boolean emitted;
    // The last element of a stream in the current attempt.
    private @Nullable T last;

    /**
     * Creates a call that has not begun.
     *
     * @param single whether the publisher emits a single result instead of a stream; only a single result may be
     *     rejected by the policy
     * @param outside the scope in which the subscriber receives all signals; {@code null} for none
     * @param context the subscriber's context
     */
    ReactiveCall(
            Call call,
            Operation<? extends @Nullable Publisher<T>> operation,
            boolean single,
            @Nullable RetryScope outside,
            Context context) {
        this.call = call;
        this.operation = operation;
        this.single = single;
        this.outside = outside;
        this.context = context;
        this.result = new HeldResult<>(context);
        this.timer = new ReactiveTimer(call);
    }

    Flux<T> run() {
        Flux<T> signals = waitFirst()
                .thenMany(attempts())
                .onErrorResume(this::end)
                .contextWrite(context -> context.put(RetryScope.class, call))
                .doOnCancel(this::cancelled)
                // Without this, a subscriber's onErrorContinue would skip the failures of attempts and the signal that
                // ends the call.
                .onErrorStop();
        // The scope encloses the timers too, because their errors also reach the subscriber.
        return new ScopedFlux<>(signals, outside, outside);
    }

    private Flux<T> attempts() {
        return Flux.defer(this::attempt)
                // Only one failure is prefetched, because a larger queue would take more memory than the call.
                .retryWhen(Retry.from(failures -> failures.concatMap(failed -> next(failed.failure()), 1)));
    }

    // If delays can no longer be scheduled, attempt 1 is made without a delay.
    private Mono<Void> waitFirst() {
        return decide(
                call::first,
                first -> first.delay().isZero() && !call.isPaced()
                        ? Mono.empty()
                        : timer.delay(first.delay())
                                .onErrorComplete(RejectedExecutionException.class)
                                .then(Mono.defer(() -> inTurn(step -> Mono.empty()))));
    }

    /** Continues when the policy's pace lets the next attempt begin, unless the call must end instead. */
    private <X> Mono<X> inTurn(Function<NextStep, Mono<X>> goOn) {
        if (!call.isPaced()) {
            return decide(call::proceed, goOn);
        }
        if (!state.claim()) {
            return Mono.never();
        }
        Turn turn;
        try {
            turn = call.turn();
        } catch (Throwable broken) {
            return breakOff(broken);
        }
        if (!goesOn()) {
            turn.leave();
            return Mono.never();
        }
        queued = turn.state() == State.WAITING;
        return timer.turn(turn)
                .then(Mono.defer(() -> decide(() -> turn.state() == State.LATE ? call.late() : call.proceed(), goOn)));
    }

    /** Makes a decision and acts on it, unless the call has been cancelled. */
    private <X> Mono<X> decide(Supplier<NextStep> decision, Function<NextStep, Mono<X>> goOn) {
        if (!state.claim()) {
            return Mono.never();
        }
        NextStep step;
        try {
            step = decision.get();
        } catch (Throwable broken) {
            return breakOff(broken);
        }
        if (!step.retry()) {
            return Mono.error(ended(step));
        }
        return goesOn() ? goOn.apply(step) : Mono.never();
    }

    private Flux<T> attempt() {
        begun = true;
        last = null;
        HeldResult<T> held = nextResult();
        AttemptLimit limit = call.limitAttempt();
        RetryScope scope = call.scope();
        ReactiveAttempt<T> attempt = new ReactiveAttempt<>(this, scope, invoke(scope), single ? held : null);
        Flux<T> limited = limit == null ? attempt : attempt.takeUntilOther(timeout(attempt, limit));
        return limited.concatWith(Flux.defer(() -> conclude(held)));
    }

    /** Discards the rejected result of the previous attempt, if any, and returns a holder for the next result. */
    private HeldResult<T> nextResult() {
        result.drop();
        HeldResult<T> next = new HeldResult<>(context);
        result = next;
        // If the call has been cancelled meanwhile, the cancellation may have dropped only the previous result.
        if (state.isOver()) {
            next.drop();
        }
        return next;
    }

    /**
     * Handles the completion of an attempt. A single result may be rejected; the elements of a stream have already
     * reached the subscriber.
     */
    private Flux<T> conclude(HeldResult<T> held) {
        if (!state.claim()) {
            return Flux.never();
        }
        NextStep step;
        try {
            step = judge(held);
        } catch (Throwable broken) {
            return Flux.from(breakOff(broken));
        }
        if (step.stop() != null) {
            return Flux.error(ended(step));
        }
        if (step.retry()) {
            return goesOn() ? Flux.error(new Rejected(step)) : Flux.never();
        }
        end();
        return held.release();
    }

    private NextStep judge(HeldResult<T> held) {
        if (single) {
            return call.returned(operation, held.get());
        }
        call.succeeded(last);
        return NextStep.SUCCESS;
    }

    private Mono<Void> timeout(ReactiveAttempt<T> attempt, AttemptLimit limit) {
        return timer.reaching(limit).then(Mono.defer(() -> timedOut(attempt, limit)));
    }

    private Mono<Void> timedOut(ReactiveAttempt<T> attempt, AttemptLimit limit) {
        // A stream that has emitted elements has not failed, and may continue past max-elapsed.
        if (attempt.hasEmitted() && !single && limit.source() == Source.MAX_ELAPSED) {
            AttemptLimit next = call.limitBeyond(limit);
            return next == null ? Mono.never() : timeout(attempt, next);
        }
        // Without this, Reactor would cancel this attempt only after the next one has begun, and attempts would
        // overlap.
        attempt.cancel();
        return Mono.error(limit.fail(call.elapsed()));
    }

    private Publisher<T> invoke(RetryScope scope) {
        CallerContext.Scope entered = RetryScopeHolder.enter(scope);
        try {
            return required(operation.invoke(), "The guarded method returned null instead of a publisher");
        } catch (Throwable failure) {
            return Flux.error(failure);
        } finally {
            entered.close();
        }
    }

    private static <T> Publisher<T> required(@Nullable Publisher<T> publisher, String error) {
        return publisher != null ? publisher : Flux.error(new NullPointerException(error));
    }

    /** The scope of the subscriber; {@code null} for none. */
    @Nullable
    RetryScope outside() {
        return outside;
    }

    /** Records that an element of a stream has arrived. */
    void received(T value) {
        last = value;
        emitted = true;
    }

    /**
     * Ends the call because its attempt has thrown a virtual machine error. Does nothing if the call has already ended:
     * then it may be the subscriber that has thrown the error.
     *
     * @return the exception to signal instead of the error; {@code null} if the error itself must be rethrown, because
     *     the call has ended or its first attempt runs on the subscriber's thread
     */
    @Nullable
    Throwable broke(Throwable fatal) {
        if (!state.claim()) {
            return null;
        }
        NextStep step = call.failedForGood(fatal);
        Ended end = ended(step);
        result.drop();
        boolean onThreadOfSubscriber =
                call.number() == 1 && !queued && !call.policyInForce().waitFirst();
        return onThreadOfSubscriber ? null : end;
    }

    private Publisher<?> next(Throwable failure) {
        if (failure instanceof Ended) {
            return Mono.error(failure);
        }
        return failure instanceof Rejected rejected
                ? pause(rejected.step())
                : decide(() -> failed(failure), this::pause);
    }

    private Mono<Boolean> pause(NextStep step) {
        return timer.delay(step.delay())
                .then(Mono.defer(() -> inTurn(next -> Mono.just(true))))
                .onErrorResume(this::noDelay);
    }

    private Mono<Boolean> noDelay(Throwable failure) {
        if (failure instanceof Ended) {
            return Mono.error(failure);
        }
        if (!state.claim()) {
            return Mono.never();
        }
        return failure instanceof RejectedExecutionException
                ? Mono.error(ended(call.stop(StopReason.ABORTED)))
                : breakOff(failure);
    }

    private NextStep failed(Throwable failure) {
        last = null;
        result.drop();
        // Elements cannot be taken back: after another attempt, the subscriber would see the first elements again.
        boolean late = emitted && !call.policyInForce().retryAfterFirstElement();
        if (late) {
            call.reportThrottled(failure);
            return call.failedForGood(failure);
        }
        return call.failed(failure);
    }

    /**
     * Ends the call after an unexpected error. The current thread must have claimed the call, as {@link CallState}
     * explains. Signals {@link Ended} in place of the error: if the error is fatal, Reactor would throw it instead of
     * signalling it.
     */
    private <X> Mono<X> breakOff(Throwable broken) {
        call.broke(broken);
        return Mono.error(ended(NextStep.BROKEN));
    }

    private Ended ended(NextStep end) {
        end();
        return new Ended(end);
    }

    /** Ends the call. If it was cancelled while it was claimed, its subscriber receives no result. */
    private void end() {
        if (state.end()) {
            result.drop();
        }
    }

    /**
     * Releases the claim of the current thread, so that the call continues. If the call was cancelled while it was
     * claimed, ends it and returns {@code false}.
     */
    private boolean goesOn() {
        boolean goesOn = state.release();
        if (!goesOn) {
            end();
            abort();
        }
        return goesOn;
    }

    private void abort() {
        if (begun) {
            call.stop(StopReason.ABORTED);
        } else {
            call.abort();
        }
    }

    private Publisher<T> end(Throwable signal) {
        if (signal instanceof Ended end) {
            return giveUp(end);
        }
        // Exceptions from user code have been handled where that code is called, so this exception is unexpected.
        end();
        result.drop();
        return Flux.error(call.broke(signal));
    }

    private Publisher<T> giveUp(Ended end) {
        Throwable failure = call.failure();
        Operation.Fallback<? extends @Nullable Publisher<T>> fallback = call.fallback(operation, end.step());
        if (fallback != null) {
            result.drop();
            return replace(fallback, failure).onErrorMap(call::fallbackFailed);
        }
        if (failure != null) {
            result.drop();
            return Flux.error(failure);
        }
        return result.release();
    }

    private Flux<T> replace(
            Operation.Fallback<? extends @Nullable Publisher<T>> fallback, @Nullable Throwable failure) {
        RetryScope inFallback = call.forFallback();
        CallerContext.Scope scope = RetryScopeHolder.enter(inFallback);
        try {
            Publisher<T> replacement =
                    required(fallback.apply(failure), "The fallback returned null instead of a publisher");
            return new ScopedFlux<>(replacement, inFallback, outside)
                    .contextWrite(context -> context.put(RetryScope.class, inFallback));
        } catch (Throwable broken) {
            return Flux.error(broken);
        } finally {
            scope.close();
        }
    }

    private void cancelled() {
        boolean ends = state.cancel();
        // If the call is not over, another thread has claimed it. That thread ends the call, and may still be checking
        // the result.
        if (state.isOver()) {
            result.drop();
        }
        if (!ends) {
            return;
        }
        if (emitted) {
            // Cancelling a stream after an element, as take(1) does, counts as a success.
            call.succeeded(last);
        } else {
            abort();
        }
    }
}
