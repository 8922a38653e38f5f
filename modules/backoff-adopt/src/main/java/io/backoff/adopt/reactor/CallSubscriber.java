package io.backoff.adopt.reactor;

import io.backoff.adopt.AdoptedCall;
import io.backoff.engine.RetryScope;
import io.backoff.reactor.ScopedSubscriber;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/** The subscriber of one adopted call: ends the call with the first signal that ends the subscription. */
final class CallSubscriber<T> extends ScopedSubscriber<T> {

    private final AdoptedCall call;
    private final boolean records;
    private final boolean single;
    private final Context context;
    // A cancellation may arrive on another thread than the signals.
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean emitted;

    /**
     * Creates a subscriber.
     *
     * @param records whether to record the attempt too, because nothing inside the library does
     * @param single whether the publisher emits at most one value
     * @param context the subscriber's, with the call
     * @param outside the scope of the subscriber, in which it gets all signals; {@code null} for none
     */
    CallSubscriber(
            CoreSubscriber<? super T> subscriber,
            AdoptedCall call,
            boolean records,
            boolean single,
            Context context,
            @Nullable RetryScope outside) {
        super(subscriber, outside, outside);
        this.call = call;
        this.records = records;
        this.single = single;
        this.context = context;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    /** Ends the call of a single value here: its subscriber may cancel the rest. */
    @Override
    public void onNext(T value) {
        if (!emitted) {
            emitted = true;
        }
        if (single) {
            succeed(value);
        }
        super.onNext(value);
    }

    @Override
    public void onError(Throwable failure) {
        if (ended.compareAndSet(false, true)) {
            if (records) {
                call.failed(failure);
            }
            call.over(failure);
        }
        super.onError(failure);
    }

    @Override
    public void onComplete() {
        succeed(null);
        super.onComplete();
    }

    /** A subscriber that has seen enough of a stream, as with {@code take(1)}, got what it wanted. */
    @Override
    public void cancel() {
        if (emitted) {
            succeed(null);
        } else if (ended.compareAndSet(false, true)) {
            call.execution().cancelled();
        }
        super.cancel();
    }

    private void succeed(@Nullable T value) {
        if (ended.compareAndSet(false, true)) {
            if (records) {
                call.execution().attemptReturned(value);
            }
            call.over(null);
        }
    }
}
