package io.backoff.benchmarks.soak;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** The beans that each {@link Driver} calls in one application. */
record Beans(
        BlockingCalls blocking, LaterCalls later, BackoffOperations operations, BackoffReactor reactor, Target target) {

    static Beans of(ApplicationContext context) {
        return new Beans(
                context.getBean(BlockingCalls.class),
                context.getBean(LaterCalls.class),
                context.getBean(BackoffOperations.class),
                context.getBean(BackoffReactor.class),
                context.getBean(Target.class));
    }

    @Nullable
    @SuppressWarnings("NullAway") // results may be null, which the checker does not read from a jar
    Object operation(Call call) throws Exception {
        return operations.call(call.kind.policy, () -> target.now(call, call.kind));
    }

    @SuppressWarnings("NullAway") // as above
    CompletableFuture<@Nullable Object> operationLater(Call call) {
        return operations.callAsync(call.kind.policy, () -> target.later(call));
    }

    @SuppressWarnings("NullAway") // an operation should not return null, but this one does
    Mono<Object> reactor(Call call) {
        return reactor.call(call.kind.policy, () -> target.mono(call));
    }

    /** Blocking calls. */
    record Blocking(Function<Beans, Operation> of) implements Kind.Way {

        /** Makes one call. */
        @FunctionalInterface
        interface Operation {

            @Nullable
            Object make(Call call) throws Throwable;
        }
    }

    /** Calls that return a future. */
    record Future(Function<Beans, Operation> of) implements Kind.Way {

        /** Makes one call. */
        @FunctionalInterface
        interface Operation {

            @Nullable
            CompletableFuture<@Nullable Object> make(Call call);
        }
    }

    /** Calls that return a publisher. */
    record Reactive(Function<Beans, Operation> of) implements Kind.Way {

        /** Makes one call. */
        @FunctionalInterface
        interface Operation {

            @Nullable
            Publisher<Object> make(Call call);
        }
    }
}
