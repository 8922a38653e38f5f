package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.annotation.EnableRetry;

/**
 * Tests of what spring-retry does with an application's beans. They run in each mode of adoption, and the expectations
 * are the same in each of them. One application is started per class and mode.
 */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
abstract class RetriedBeans {

    private static @Nullable AnnotationConfigApplicationContext shared;

    private final AnnotationConfigApplicationContext context;

    RetriedBeans(String mode, Class<?>... beans) {
        this(mode, true, beans);
    }

    RetriedBeans(String mode, boolean proxyTargetClass, Class<?>... beans) {
        if (shared == null) {
            shared = start(mode, proxyTargetClass, beans);
        }
        context = shared;
    }

    @BeforeEach
    void forgetDelays() {
        get(Delays.class).reset();
    }

    @AfterParameterizedClassInvocation
    static void close() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    final <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    final <T> T get(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    final Delays delays() {
        return get(Delays.class);
    }

    /** Asserts that the call fails with this very instance, and that spring-retry leaves the instance as it was. */
    final void assertThrows(Throwable expected, ThrowingCallable call) {
        var cause = expected.getCause();
        assertThat(catchThrowable(call)).isSameAs(expected).hasNoSuppressedExceptions();
        assertThat(expected.getCause()).isSameAs(cause);
    }

    final void assertDelays(Long... expected) {
        assertThat(delays().all()).containsExactly(expected);
    }

    /** Starts an application; {@code beans} come first, as an application's own do. */
    static AnnotationConfigApplicationContext start(String mode, boolean proxyTargetClass, Class<?>... beans) {
        var context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of(AdoptionMode.properties(mode))
                .and("spring.aop.proxy-target-class=" + proxyTargetClass)
                .applyTo(context);
        context.register(Base.class);
        context.register(beans);
        context.register(Configurations.getClasses(AutoConfigurations.of(autoConfigurations())));
        context.refresh();
        return context;
    }

    /** Those of Backoff's core, of its meters and of all that belongs to adoption. */
    private static Class<?>[] autoConfigurations() {
        var adoption = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, RetriedBeans.class.getClassLoader())
                                .spliterator(),
                        false)
                .filter(name -> name.startsWith("io.backoff.adopt."))
                .map(RetriedBeans::load);
        var core = List.<Class<?>>of(
                AopAutoConfiguration.class, BackoffAutoConfiguration.class, BackoffMetricsAutoConfiguration.class);
        return Stream.concat(core.stream(), adoption).toArray(Class<?>[]::new);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableRetry
    static class Base {

        @Bean
        Delays delays() {
            return new Delays();
        }
    }
}
