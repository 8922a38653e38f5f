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

    /**
     * Methods of calls that no thread waits for.
     *
     * @param <R> their return type, which a subclass names
     */
    abstract static class Asynchronous<R> {

        /** What an attempt returns. */
        abstract R returned(Supplier<CompletableFuture<Object>> attempt);

        @Backoff("request")
        public R request(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("minute")
        public R minute(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("brief")
        public R brief(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("endless")
        public R endless(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("off")
        public R off(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("limited")
        public R limited(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("cut")
        public R cut(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("hasty")
        public R hasty(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff("restless")
        public R restless(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        @Backoff(value = "endless", fallback = "instead")
        public R fallback(Supplier<CompletableFuture<Object>> attempt) {
            return returned(attempt);
        }

        R instead(Supplier<CompletableFuture<Object>> attempt, Throwable failure) {
            return returned(() -> CompletableFuture.completedFuture(describe(failure)));
        }
    }

    /** Methods that return a future. */
    static class Futures extends Asynchronous<CompletableFuture<Object>> {

        @Override
        CompletableFuture<Object> returned(Supplier<CompletableFuture<Object>> attempt) {
            return attempt.get();
        }
    }

    /** Methods that return a Mono. */
    static class Monos extends Asynchronous<Mono<Object>> {

        @Override
        Mono<Object> returned(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt);
        }
    }

    /** Methods that return a Flux. */
    static class Fluxes extends Asynchronous<Flux<Object>> {

        @Override
        Flux<Object> returned(Supplier<CompletableFuture<Object>> attempt) {
            return Mono.fromFuture(attempt).flux();
        }
    }
}
