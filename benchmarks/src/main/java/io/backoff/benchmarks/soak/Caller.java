package io.backoff.benchmarks.soak;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Makes calls, and checks their results. */
final class Caller {

    private static final Runnable NOTHING_TO_CANCEL = () -> {};

    private final Life life;

    Caller(Life life) {
        this.life = life;
    }

    /**
     * Makes the call.
     *
     * @return an action that cancels the call
     */
    Runnable call(Call call) {
        life.opened(call);
        Kind.Way way = call.kind.way;
        if (way instanceof Beans.Blocking blocking) {
            block(blocking.of().apply(life.beans), call);
            return NOTHING_TO_CANCEL;
        } else if (way instanceof Beans.Future future) {
            return future(future.of().apply(life.beans), call);
        } else if (way instanceof Beans.Reactive reactive) {
            return subscribe(reactive.of().apply(life.beans), call);
        }
        throw new IllegalArgumentException("Nothing to call for " + call);
    }

    private void block(Beans.Blocking.Operation operation, Call call) {
        try {
            life.answers.returned(call, operation.make(call));
        } catch (Throwable failure) {
            life.answers.threw(call, failure);
        } finally {
            life.ended(call);
        }
    }

    private Runnable future(Beans.Future.Operation operation, Call call) {
        CompletableFuture<@Nullable Object> future = operation.make(call);
        if (future == null) {
            life.violations.unless(false, "null instead of a future from %s", call);
            return NOTHING_TO_CANCEL;
        }
        future.whenComplete((value, failure) -> ended(call, value, failure));
        return () -> future.cancel(true);
    }

    private Runnable subscribe(Beans.Reactive.Operation operation, Call call) {
        Publisher<Object> publisher = operation.make(call);
        if (publisher == null) {
            life.violations.unless(false, "null instead of a publisher from %s", call);
            return NOTHING_TO_CANCEL;
        }
        Disposable subscription = Flux.from(publisher)
                .collectList()
                .subscribe(values -> ended(call, Answers.only(values), null), failure -> ended(call, null, failure));
        return () -> {
            subscription.dispose();
            // Signals that are already on their way may still arrive.
            life.ended(call);
        };
    }

    private void ended(Call call, @Nullable Object value, @Nullable Throwable failure) {
        boolean first = life.ended(call);
        life.violations.unless(
                first || call.cancelled, "ended again, with result %s or failure %s: %s", value, failure, call);
        if (failure == null) {
            life.answers.returned(call, value);
        } else {
            life.answers.threw(call, failure);
        }
    }
}
