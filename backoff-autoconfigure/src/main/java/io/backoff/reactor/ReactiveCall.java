package io.backoff.reactor;

import io.backoff.engine.CallerContext;
import io.backoff.engine.Decision;
import io.backoff.engine.Execution;
import io.backoff.engine.Layer;
import io.backoff.engine.Operation;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
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
    private volatile boolean emitted;
    private volatile boolean ended;
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
                .contextWrite(context -> context.put(Layer.class, call))
                .retryWhen(Retry.from(failures -> failures.concatMap(failed -> next(failed.failure()))))
                .onErrorResume(Ended.class, this::giveUp);
        return waitFirst().thenMany(attempts).doOnCancel(this::cancelled);
    }

    private Mono<Void> waitFirst() {
        Duration first = call.initialDelay();
        return first.isZero() ? Mono.empty() : delay(first).then();
    }

    private Flux<T> attempt() {
        last = null;
        Flux<T> attempt = new Attempt(Flux.from(invoke())).doOnNext(this::received);
        Duration limit = call.attemptTimeout();
        Flux<T> limited = limit.isZero() ? attempt : attempt.takeUntilOther(timeout(limit));
        return limited.filter(value -> !single).concatWith(Flux.defer(this::conclude));
    }

    /** The attempt has completed: with a result to be judged, or a stream that has been passed on already. */
    private Flux<T> conclude() {
        if (single && rejects(last)) {
            return Flux.error(new Rejected());
        }
        ended = true;
        call.succeeded(last);
        return single && last != null ? Flux.just(last) : Flux.empty();
    }

    private boolean rejects(@Nullable T result) {
        return operation.rejects(result, call.policyInForce());
    }

    private Publisher<T> invoke() {
        CallerContext.Scope scope = call.enter();
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

    private void received(T value) {
        last = value;
        emitted = true;
    }

    private Publisher<?> next(Throwable failure) {
        Decision decision = failure instanceof Rejected ? call.rejected(last) : failed(failure);
        StopReason stop = decision.stop();
        if (stop != null) {
            return Mono.error(new Ended(stop));
        }
        return delay(decision.delay()).then(Mono.defer(this::resume));
    }

    private Decision failed(Throwable failure) {
        last = null;
        // What the subscriber has got cannot be taken back: another attempt would give it the beginning twice.
        boolean late = emitted && !single && !call.policyInForce().retryAfterFirstElement();
        return late ? call.failedForGood(failure) : call.failed(failure);
    }

    private Mono<Boolean> resume() {
        StopReason stop = call.resume();
        return stop == null ? Mono.just(true) : Mono.error(new Ended(stop));
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
            TimeoutException failure = new TimeoutException("No completion within attempt-timeout, " + limit);
            Scheduled scheduled = call.time().timeout(() -> sink.error(failure), limit);
            sink.onDispose(scheduled::cancel);
        });
    }

    private Publisher<T> giveUp(Ended end) {
        ended = true;
        Throwable failure = call.failure();
        Operation.Fallback<? extends @Nullable Publisher<T>> fallback =
                end.reason == StopReason.ABORTED ? null : operation.fallback();
        if (fallback != null) {
            return replace(fallback, failure);
        }
        return failure != null ? Flux.error(failure) : Mono.justOrEmpty(last);
    }

    private Publisher<T> replace(
            Operation.Fallback<? extends @Nullable Publisher<T>> fallback, @Nullable Throwable failure) {
        Flux<T> replacement;
        try {
            Publisher<T> publisher = fallback.apply(failure);
            replacement = publisher != null
                    ? Flux.from(publisher)
                    : Flux.error(new NullPointerException("The fallback returned null instead of a publisher"));
        } catch (Throwable broken) {
            replacement = Flux.error(broken);
        }
        return replacement.doOnError(broken -> {
            if (failure != null && failure != broken) {
                broken.addSuppressed(failure);
            }
        });
    }

    private void cancelled() {
        if (ended) {
            return;
        }
        ended = true;
        if (emitted && !single) {
            // A subscriber that has seen enough of a stream, as with take(1), is served well.
            call.succeeded(last);
        } else {
            call.stop(StopReason.ABORTED);
        }
    }

    /** An attempt that is the current one of the thread while it is subscribed to. */
    private final class Attempt extends Flux<T> {

        private final Flux<T> source;

        Attempt(Flux<T> source) {
            this.source = source;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            CallerContext.Scope scope = call.enter();
            try {
                source.subscribe(subscriber);
            } catch (Throwable fatal) {
                // Reactor does not pass on errors of the virtual machine but throws them; they are counted all the
                // same.
                ended = true;
                call.failedForGood(fatal);
                throw fatal;
            } finally {
                scope.close();
            }
        }
    }

    /** The call is over, for the given reason. Never seen outside. */
    private static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final StopReason reason;

        Ended(StopReason reason) {
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
