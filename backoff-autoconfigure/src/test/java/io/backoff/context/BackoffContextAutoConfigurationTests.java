package io.backoff.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScope;
import io.backoff.testkit.Applications;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@Timeout(30)
class BackoffContextAutoConfigurationTests {

    private static final ThreadLocal<String> USER = new ThreadLocal<>();

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final ApplicationContextRunner application = Applications.backoff(BackoffContextAutoConfiguration.class)
            .withPropertyValues("backoff.policies.default.delay=1ms");

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("user", USER);
        USER.set("ada");
    }

    @AfterEach
    void remove() {
        ContextRegistry.getInstance().removeThreadLocalAccessor("user");
        USER.remove();
    }

    @Test
    void retriesSeeWhatTheCallerSees() {
        application.run(running -> {
            call(running.getBean(BackoffOperations.class));
            assertThat(seen).containsExactly("ada 1", "ada 2", "ada 3");
        });
    }

    @Test
    void retriesDoNotSeeWhatTheirThreadHasLeft() {
        USER.remove();
        application.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            operations
                    .callAsync("default", () -> {
                        seen.add(String.valueOf(USER.get()));
                        return CompletableFuture.supplyAsync(() -> {
                            USER.set("somebody else");
                            throw new IllegalStateException();
                        });
                    })
                    .handle((value, failure) -> value)
                    .get(20, TimeUnit.SECONDS);
            assertThat(seen).containsOnly("null");
        });
    }

    /** Accessors are asked in the order of their registration. */
    @Test
    void anAccessorThatThrowsLeavesNothingOfTheCaller() {
        PropagatedContext context = new PropagatedContext(
                ContextSnapshotFactory.builder().clearMissing(true).build());
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Refusing());
        try {
            CallerContext.Snapshot snapshot = context.capture();
            USER.set("bob");
            assertThatThrownBy(snapshot::restore).hasMessage("refused");
            assertThat(USER.get()).isEqualTo("bob");
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("refusing");
        }
    }

    private static final class Refusing implements ThreadLocalAccessor<String> {

        @Override
        public Object key() {
            return "refusing";
        }

        @Override
        public String getValue() {
            return "of the caller";
        }

        @Override
        public void setValue(String value) {
            throw new IllegalStateException("refused");
        }

        @Override
        public void setValue() {}
    }

    @Test
    void theAttemptOfACallGoesAlong() {
        application.run(running -> {
            var elsewhere = running.getBean(BackoffOperations.class).callAsync("default", () -> {
                Runnable here =
                        ContextSnapshotFactory.builder().build().captureAll().wrap(this::noteAttempt);
                return CompletableFuture.runAsync(here);
            });
            elsewhere.get(20, TimeUnit.SECONDS);
            assertThat(seen).containsExactly("default");
        });
    }

    @Test
    void theAttemptOfACallIsLeftBehindAtItsEnd() {
        var registry = ContextRegistry.getInstance();
        assertThat(registry.getThreadLocalAccessors()).anyMatch(each -> each.key() == RetryScope.class);
        application.run(running -> {
            call(running.getBean(BackoffOperations.class));
            assertThat(CurrentAttempt.get()).isEmpty();
        });
    }

    @Test
    void yieldsToAContextOfTheApplication() {
        application
                .withBean("own", CallerContext.class, () -> CallerContext.NONE)
                .run(running -> assertThat(running).doesNotHaveBean(PropagatedContext.class));
    }

    @Test
    void isAbsentWithoutTheLibrary() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer.context"))
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(CallerContext.class));
    }

    private void call(BackoffOperations operations) throws Exception {
        operations
                .callAsync("default", () -> {
                    seen.add(USER.get() + " "
                            + CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
                    return CompletableFuture.failedFuture(new IOException());
                })
                .handle((value, failure) -> value)
                .get(20, TimeUnit.SECONDS);
    }

    private void noteAttempt() {
        seen.add(CurrentAttempt.get().map(CurrentAttempt::policy).orElse("none"));
    }
}
