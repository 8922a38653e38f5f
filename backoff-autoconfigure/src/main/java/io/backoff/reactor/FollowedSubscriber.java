package io.backoff.reactor;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.AttemptLimit;
import io.backoff.engine.execution.Call;
import io.backoff.result.Followed;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** Reports the first signal that ends a subscription, then passes that signal on. */
final class FollowedSubscriber<T> extends ScopedSubscriber<T> {

    private static final int PASSED_ON = 1;
    private static final int COMPLETED = 2;

    private final Followed followed;
    private final boolean single;
    private final Context context;
    // A signal and a cancellation may arrive on different threads.
    private final AtomicBoolean ended = new AtomicBoolean();
    // The value is passed on after its report. During the report, the source may complete on another thread. Whichever
    // comes last, the value or the completion, also completes the subscriber.
    private final AtomicInteger value = new AtomicInteger();
    private volatile boolean emitted;

    private FollowedSubscriber(CoreSubscriber<? super T> subscriber, Followed followed, boolean single) {
        super(subscriber, inside(followed), followed.outside());
        this.followed = followed;
        this.single = single;
        this.context = contextOf(subscriber.currentContext(), followed);
    }

    private static @Nullable RetryScope inside(Followed followed) {
        Call attempt = followed.attempt();
        return attempt == null ? followed.outside() : attempt.scope();
    }

    private static Context contextOf(Context subscriber, Followed followed) {
        Map<Object, Object> carried = followed.carried();
        Context context = carried.isEmpty() ? subscriber : subscriber.putAllMap(carried);
        Call attempt = followed.attempt();
        return attempt == null ? context : context.put(RetryScope.class, attempt.scope());
    }

    /**
     * Subscribes to a publisher.
     *
     * @param single whether the publisher emits at most one value
     */
    static <T> void subscribe(
            CorePublisher<? extends T> source,
            CoreSubscriber<? super T> subscriber,
            Followed followed,
            boolean single) {
        Call attempt = followed.attempt();
        AttemptLimit limit = attempt == null ? null : attempt.limitAttempt();
        FollowedSubscriber<T> following = new FollowedSubscriber<>(subscriber, followed, single);
        try {
            following.subscribeTo(
                    attempt == null || limit == null ? source : FollowedSubscriber.<T>limited(source, limit, attempt));
        } catch (Throwable thrown) {
            if (following.end()) {
                followed.failed(thrown);
            }
            throw thrown;
        }
    }

    /**
     * Cancels the publisher at its time limit and signals the timeout. Values that arrive later are passed to the
     * subscriber's discard hooks, because {@code takeUntilOther} alone would drop them silently.
     */
    private static <T> Publisher<T> limited(CorePublisher<? extends T> source, AttemptLimit limit, Call attempt) {
        AtomicBoolean reached = new AtomicBoolean();
        Mono<Void> end = new ReactiveTimer(attempt).reaching(limit).then(Mono.fromRunnable(() -> reached.set(true)));
        return Flux.<T>from(source)
                .<T>handle((value, sink) -> {
                    if (reached.get()) {
                        Operators.onDiscard(value, Context.of(sink.contextView()));
                    } else {
                        sink.next(value);
                    }
                })
                .takeUntilOther(end)
                .concatWith(Mono.defer(() -> reached.get() ? Mono.error(limit.fail(attempt.elapsed())) : Mono.empty()));
    }

    private boolean end() {
        return ended.compareAndSet(false, true);
    }

    @Override
    public Context currentContext() {
        return context;
    }

    /**
     * Passes a value on. If the publisher emits at most one value, reports the value first, because the subscriber may
     * cancel as soon as it has the value.
     */
    @Override
    public void onNext(T next) {
        emitted = true;
        if (!single) {
            super.onNext(next);
        } else if (end()) {
            report(() -> passOn(next));
        } else {
            // The subscriber has cancelled.
            discard(next);
        }
    }

    /**
     * Runs a report. A report that may block runs on one of Reactor's threads for blocking code, and the subscriber
     * continues there.
     */
    private void report(Runnable report) {
        if (!followed.blocks()) {
            report.run();
            return;
        }
        try {
            Schedulers.boundedElastic().schedule(report);
        } catch (RejectedExecutionException stopping) {
            report.run();
        }
    }

    private void passOn(T single) {
        if (!returned(single)) {
            discard(single);
            return;
        }
        // The subscriber may have cancelled during the report.
        if (isCancelled()) {
            discard(single);
            return;
        }
        super.onNext(single);
        if (value.getAndAdd(PASSED_ON) == COMPLETED) {
            super.onComplete();
        }
    }

    /** Discards a value that the subscriber does not receive: it may be a resource that must be released. */
    private void discard(T value) {
        Operators.onDiscard(value, context);
    }

    /**
     * Reports the value. If the report throws an exception, passes this exception on instead of the value, and returns
     * {@code false}.
     */
    private boolean returned(@Nullable T result) {
        try {
            followed.returned(result);
            return true;
        } catch (Throwable instead) {
            super.onError(instead);
            return false;
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (end()) {
            report(() -> failed(failure));
        } else {
            super.onError(failure);
        }
    }

    private void failed(Throwable failure) {
        try {
            followed.failed(failure);
        } finally {
            super.onError(failure);
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            report(this::completed);
        } else if (!single || !emitted || value.getAndAdd(COMPLETED) == PASSED_ON) {
            super.onComplete();
        }
    }

    private void completed() {
        if (returned(null)) {
            super.onComplete();
        }
    }

    /** Cancelling a stream after an element, as {@code take(1)} does, counts as a success. */
    @Override
    public void cancel() {
        if (end()) {
            report(this::cancelled);
        }
        super.cancel();
    }

    private void cancelled() {
        if (emitted) {
            followed.returned(null);
        } else {
            followed.cancelled();
        }
    }
}
