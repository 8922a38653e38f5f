package io.backoff.deadline;

import io.backoff.Backoff;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Beans with a method for each policy, named like it, and one with a fallback. */
final class GuardedBeans {

    private GuardedBeans() {}

    /** Invokes the method that is named like the policy. */
    static Object invoke(Object bean, String policy, Class<?> parameter, Object attempt) throws Throwable {
        try {
            return bean.getClass().getMethod(policy, parameter).invoke(bean, attempt);
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getCause();
        }
    }

    private static String describe(Throwable failure) {
        return "instead of " + failure.getClass().getSimpleName();
    }

    /** Methods that return their result. */
    abstract static class AnyValues {

        @Backoff("request")
        public Object request(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Backoff("minute")
        public Object minute(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Backoff("brief")
        public Object brief(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Backoff("endless")
        public Object endless(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Backoff("off")
        public Object off(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Backoff(value = "endless", fallback = "instead")
        public Object fallback(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        Object instead(Callable<Object> attempt, Throwable failure) {
            return describe(failure);
        }

        @Backoff("minute")
        public Object undeclared(Callable<Object> attempt) {
            throw new AssertionError("called");
        }
    }

    /** Declares methods, so that its beans are proxied by it. */
    interface ValueInterface {

        Object request(Callable<Object> attempt) throws Exception;

        Object minute(Callable<Object> attempt) throws Exception;

        Object brief(Callable<Object> attempt) throws Exception;

        Object endless(Callable<Object> attempt) throws Exception;

        Object off(Callable<Object> attempt) throws Exception;

        Object fallback(Callable<Object> attempt) throws Exception;

        Object undeclared(Callable<Object> attempt);
    }

    /** Methods that are proxied by class. */
    static class Values extends AnyValues {}

    /** Methods that are proxied by interface. */
    static class InterfaceValues extends AnyValues implements ValueInterface {}

    /** Methods that return a future. */
    static class Futures {

        @Backoff("request")
        public CompletableFuture<Object> request(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("minute")
        public CompletableFuture<Object> minute(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("brief")
        public CompletableFuture<Object> brief(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("endless")
        public CompletableFuture<Object> endless(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("off")
        public CompletableFuture<Object> off(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("limited")
        public CompletableFuture<Object> limited(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("cut")
        public CompletableFuture<Object> cut(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("hasty")
        public CompletableFuture<Object> hasty(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff("restless")
        public CompletableFuture<Object> restless(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        @Backoff(value = "endless", fallback = "instead")
        public CompletableFuture<Object> fallback(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }

        CompletableFuture<Object> instead(Supplier<CompletableFuture<Object>> attempt, Throwable failure) {
            return CompletableFuture.completedFuture(describe(failure));
        }
    }

    /** Methods that return a Mono. */
    static class Monos {

        @Backoff("request")
        public Mono<Object> request(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("minute")
        public Mono<Object> minute(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("brief")
        public Mono<Object> brief(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("endless")
        public Mono<Object> endless(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("off")
        public Mono<Object> off(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("limited")
        public Mono<Object> limited(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("cut")
        public Mono<Object> cut(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("hasty")
        public Mono<Object> hasty(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff("restless")
        public Mono<Object> restless(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        @Backoff(value = "endless", fallback = "instead")
        public Mono<Object> fallback(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }

        Mono<Object> instead(Supplier<CompletableFuture<Object>> attempt, Throwable failure) {
            return Mono.just(describe(failure));
        }
    }

    /** Methods that return a Flux. */
    static class Fluxes {

        @Backoff("request")
        public Flux<Object> request(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("minute")
        public Flux<Object> minute(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("brief")
        public Flux<Object> brief(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("endless")
        public Flux<Object> endless(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("off")
        public Flux<Object> off(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("limited")
        public Flux<Object> limited(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("cut")
        public Flux<Object> cut(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("hasty")
        public Flux<Object> hasty(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff("restless")
        public Flux<Object> restless(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        @Backoff(value = "endless", fallback = "instead")
        public Flux<Object> fallback(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }

        Flux<Object> instead(Supplier<CompletableFuture<Object>> attempt, Throwable failure) {
            return Flux.just(describe(failure));
        }
    }
}
