package io.backoff.contract;

import io.backoff.Backoff;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * The contract of calls of methods in Java. A subclass for each return type says how its methods return the results of
 * their attempts, and how to wait for them.
 *
 * @param <R> the methods' return type
 */
abstract class ReturnTypeContract<R> extends CallContract {

    private final Function<R, CompletableFuture<String>> awaited;
    private final Class<?>[] configurations;

    ReturnTypeContract(Function<R, CompletableFuture<String>> awaited, Class<?>... configurations) {
        this.awaited = awaited;
        this.configurations = configurations;
    }

    /** The bean with the guarded methods. */
    abstract Calls<R> calls();

    @Override
    protected Class<?>[] furtherConfigurations() {
        return configurations;
    }

    @Override
    @SuppressWarnings("unchecked") // The class of the bean.
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return runner.withBean((Class<Calls<R>>) calls().getClass(), this::calls);
    }

    @Override
    protected String call(ApplicationContext context) throws Throwable {
        return await(bean(context).guarded());
    }

    @Override
    protected String callWithFallback(ApplicationContext context) throws Throwable {
        return await(bean(context).withFallback());
    }

    @SuppressWarnings("unchecked") // The only bean of the type.
    private Calls<R> bean(ApplicationContext context) {
        return context.getBean(Calls.class);
    }

    private String await(R returned) throws Throwable {
        try {
            return awaited.apply(returned).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
    }

    /**
     * Guarded methods.
     *
     * @param <R> their return type, which a subclass names
     */
    abstract static class Calls<R> {

        private final Script script;
        private final Function<Supplier<String>, R> attempt;

        /** Creates methods that return what the function makes of an attempt's result, or failure. */
        Calls(Script script, Function<Supplier<String>, R> attempt) {
            this.script = script;
            this.attempt = attempt;
        }

        @Backoff("${policy}")
        public R guarded() throws IOException {
            return attempt.apply(script::next);
        }

        @Backoff(fallback = "instead")
        public R withFallback() throws IOException {
            return attempt.apply(script::next);
        }

        R instead(Throwable failure) {
            return attempt.apply(() -> "instead of " + failure.getMessage());
        }
    }
}
