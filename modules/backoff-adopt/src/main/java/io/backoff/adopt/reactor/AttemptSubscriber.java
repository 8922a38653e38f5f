package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.adopt.AdoptedMethod;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.execution.AdoptedExecution;
import io.backoff.engine.execution.AttemptLimit;
import io.backoff.reactor.ScopedSubscriber;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The subscriber of one attempt: records how it ends before the library sees it. */
final class AttemptSubscriber<T> extends ScopedSubscriber<T> {

    private final AdoptedCall call;
    private final boolean single;
    private final Context context;
    private boolean emitted;

    private AttemptSubscriber(CoreSubscriber<? super T> subscriber, Subscribed subscribed, boolean single) {
        super(subscriber, subscribed.call().execution().call(), subscribed.outside());
        this.call = subscribed.call();
        this.single = single;
        this.context = subscriber
                .currentContext()
                .put(RetryScope.class, call.execution().call());
    }

    /** Subscribes to the publisher of the method, unless the attempt is denied: then repeats the last outcome. */
    static <T> void subscribe(
            CorePublisher<? extends T> source,
            CoreSubscriber<? super T> subscriber,
            AdoptedMethod method,
            boolean single) {
        Subscribed subscribed = subscriber.currentContext().getOrDefault(method, null);
        if (subscribed == null) {
            source.subscribe(subscriber);
            return;
        }
        AdoptedCall call = subscribed.call();
        boolean denied = call.next() == null;
        Throwable last = call.execution().lastThrown();
        if (denied && (single || last != null)) {
            AttemptSubscriber.<T>repeat(call).subscribe(subscriber);
        } else {
            // The elements of a rejected stream have been passed on: it cannot be repeated.
            subscribe(source, new AttemptSubscriber<T>(subscriber, subscribed, single));
        }
    }

    @SuppressWarnings("unchecked") // The result is an element of the same publisher.
    private static <T> Mono<T> repeat(AdoptedCall call) {
        try {
            return Mono.justOrEmpty((T) call.repeat());
        } catch (Throwable last) {
            return Mono.error(last);
        }
    }

    private static <T> void subscribe(CorePublisher<? extends T> source, AttemptSubscriber<T> attempt) {
        AdoptedExecution call = attempt.call.execution();
        call.begin();
        AttemptLimit limit = call.call().limitAttempt();
        try {
            attempt.subscribeTo(limit == null ? source : AttemptSubscriber.<T>limited(source, limit, call));
        } catch (Throwable thrown) {
            attempt.call.failed(thrown);
            throw thrown;
        }
    }

    /** Cancels the publisher at the limit, and fails: Reactor does not cancel one that it fails itself. */
    private static <T> Flux<T> limited(CorePublisher<? extends T> source, AttemptLimit limit, AdoptedExecution call) {
        AtomicBoolean reached = new AtomicBoolean();
        return Flux.<T>from(source)
                .takeUntilOther(reaching(limit, call, reached))
                .concatWith(Mono.defer(
                        () -> reached.get() ? Mono.error(limit.fail(call.call().elapsed())) : Mono.empty()));
    }

    /** Completes when nobody waits for the attempt any more. */
    private static Mono<Void> reaching(AttemptLimit limit, AdoptedExecution call, AtomicBoolean reached) {
        return Mono.create(sink -> {
            Runnable timeout = () -> {
                if (limit.isReached(call.call().elapsed())) {
                    reached.set(true);
                    sink.success();
                }
            };
            try {
                Scheduled scheduled = call.call()
                        .time()
                        .schedule(timeout, limit.delay(call.call().elapsed()), Purpose.TIMEOUT);
                sink.onDispose(scheduled::cancel);
            } catch (RejectedExecutionException closed) {
                // The application has stopped: the attempt may finish.
                return;
            }
        });
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void onNext(T value) {
        if (single) {
            emitted = true;
            call.execution().attemptReturned(value);
        }
        super.onNext(value);
    }

    @Override
    public void onError(Throwable failure) {
        call.failed(failure);
        super.onError(failure);
    }

    @Override
    public void onComplete() {
        if (!emitted) {
            call.execution().attemptReturned(null);
        }
        super.onComplete();
    }
}
