package io.backoff.autoconfigure;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** A closed context can be collected, even if an attempt of an hour has just begun. */
@Timeout(60)
class ClosedContextTests {

    private final ApplicationContextRunner application = Applications.backoff()
            .withBean(Quotes.class)
            .withPropertyValues(policy("default", "delay=1ms, attempt-timeout=1h"));

    @Test
    void completesWhatNeverWould() {
        var call = new AtomicReference<CompletableFuture<String>>();
        application.run(running -> call.set(running.getBean(Quotes.class).never()));
        assertThat(catchThrowable(() -> call.get().get(20, TimeUnit.SECONDS)))
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void endsItsThreads() {
        Set<Thread> before = threads();
        application.run(running -> {
            var quotes = running.getBean(Quotes.class);
            quotes.never();
            quotes.failing().handle((value, failure) -> value).get(20, TimeUnit.SECONDS);
            assertThat(before.containsAll(threads())).isFalse();
        });
        await().until(() -> before.containsAll(threads()));
    }

    @Test
    void isForgotten() {
        WeakReference<?> context = closed();
        await().until(() -> {
            System.gc();
            return context.get() == null;
        });
    }

    private WeakReference<?> closed() {
        var context = new AtomicReference<WeakReference<ApplicationContext>>();
        application.run(running -> {
            running.getBean(Quotes.class).never();
            context.set(new WeakReference<>(running.getSourceApplicationContext()));
        });
        return context.get();
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("backoff-"))
                .collect(Collectors.toSet());
    }

    static class Quotes {

        @Backoff
        public CompletableFuture<String> never() {
            return new CompletableFuture<>();
        }

        @Backoff
        public CompletableFuture<String> failing() {
            return CompletableFuture.failedFuture(new IOException());
        }
    }
}
