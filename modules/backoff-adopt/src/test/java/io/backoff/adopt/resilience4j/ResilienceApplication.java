package io.backoff.adopt.resilience4j;

import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.event.RetryEvent;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.util.ClassUtils;

/** An application with Backoff and the retries of Resilience4j, and what the latter did. */
final class ResilienceApplication implements AutoCloseable {

    /** Backoff's part that serves method calls. */
    private static final List<String> BACKOFF =
            List.of("io.backoff.adopt.", "io.backoff.autoconfigure.", "io.backoff.reactor.", "io.backoff.transaction.");

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Intervals intervals = new Intervals();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<Class<?>> more = new ArrayList<>();

    ResilienceApplication(String mode, String... properties) {
        TestPropertyValues.of(Adoption.properties(mode)).and(properties).applyTo(context);
    }

    /** Configures an entry of the registry; its intervals are recorded and last 0 ms. */
    @SuppressWarnings("unchecked")
    ResilienceApplication retry(String name, Consumer<RetryConfig.Builder<Object>> config) {
        bean(name + "Customizer", RetryConfigCustomizer.of(name, builder -> {
            builder.intervalBiFunction(intervals);
            config.accept(builder);
        }));
        return this;
    }

    @SuppressWarnings("unchecked")
    <T> ResilienceApplication bean(String name, T bean) {
        context.registerBean(name, (Class<T>) bean.getClass(), () -> bean, new BeanDefinitionCustomizer[0]);
        return this;
    }

    /** Adds auto-configurations of Resilience4j. */
    ResilienceApplication with(Class<?>... autoConfigurations) {
        more.addAll(List.of(autoConfigurations));
        return this;
    }

    ResilienceApplication start(Class<?>... beans) {
        context.register(beans);
        context.register(autoConfigurations());
        context.refresh();
        registry().getAllRetries().forEach(this::listen);
        return this;
    }

    /** Forgets what was recorded and returns a bean. */
    <T> T fresh(Class<T> type) {
        intervals.clear();
        events.clear();
        return context.getBean(type);
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    Object get(String name) {
        return context.getBean(name);
    }

    RetryRegistry registry() {
        return context.getBean(RetryRegistry.class);
    }

    /** Numbers of calls: succeeded and failed without retries, succeeded and failed with them, attempts. */
    List<Long> counts(String name) {
        Retry.Metrics metrics = registry().retry(name).getMetrics();
        return List.of(
                metrics.getNumberOfSuccessfulCallsWithoutRetryAttempt(),
                metrics.getNumberOfFailedCallsWithoutRetryAttempt(),
                metrics.getNumberOfSuccessfulCallsWithRetryAttempt(),
                metrics.getNumberOfFailedCallsWithRetryAttempt(),
                metrics.getNumberOfTotalCalls());
    }

    Intervals intervals() {
        return intervals;
    }

    List<String> events() {
        return events;
    }

    @Override
    public void close() {
        context.close();
    }

    private void listen(Retry retry) {
        retry.getEventPublisher().onEvent(event -> events.add(describe(event)));
    }

    /** For example {@code RETRY three 1 IOException: down}. */
    private static String describe(RetryEvent event) {
        Throwable last = event.getLastThrowable();
        return event.getEventType() + " " + event.getName() + " " + event.getNumberOfRetryAttempts() + " "
                + (last == null ? null : last.getClass().getSimpleName() + ": " + last.getMessage());
    }

    private Class<?>[] autoConfigurations() {
        List<Class<?>> all = new ArrayList<>(more);
        all.add(AopAutoConfiguration.class);
        all.add(RetryAutoConfiguration.class);
        ClassLoader loader = ResilienceApplication.class.getClassLoader();
        ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
                .filter(name -> BACKOFF.stream().anyMatch(name::startsWith))
                .forEach(name -> all.add(ClassUtils.resolveClassName(name, loader)));
        return Configurations.getClasses(AutoConfigurations.of(all.toArray(Class<?>[]::new)));
    }
}
