package io.backoff.adopt;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry.Metrics;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.util.ClassUtils;

/**
 * An application with Backoff and an unlimited budget. Records what other libraries do in it. The Resilience4j
 * instances {@code two} and {@code three} make as many attempts, without delay.
 */
final class AdoptedApplication implements AutoCloseable {

    private static final Set<String> BACKOFF = Set.of("adopt", "autoconfigure", "metrics", "reactor", "transaction");

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final List<Class<?>> more = new ArrayList<>();
    private volatile Runnable waiting = () -> {};
    private final Intervals intervals = new Intervals(new CopyOnWriteArrayList<>(), () -> waiting.run());
    private final Delays delays = new Delays(() -> waiting.run());
    private final List<String> events = new CopyOnWriteArrayList<>();
    private Map<Outcome, Long> before = Map.of();

    AdoptedApplication(String mode, String... properties) {
        TestPropertyValues.of(
                        "backoff.adopt.mode=" + mode,
                        "backoff.budgets.default.burst=1000000",
                        "backoff.budgets.default.ratio=1")
                .and(properties)
                .applyTo(context);
        bean("delays", delays);
        retry("two", config -> config.maxAttempts(2));
        retry("three", config -> config.maxAttempts(3));
    }

    /** Configures an instance of Resilience4j; its intervals are recorded and last 0 ms. */
    @SuppressWarnings("unchecked") // the library customizes raw builders
    AdoptedApplication retry(String name, Consumer<RetryConfig.Builder<Object>> config) {
        return bean(name + "Customizer", RetryConfigCustomizer.of(name, builder -> {
            builder.intervalBiFunction(intervals);
            config.accept(builder);
        }));
    }

    @SuppressWarnings("unchecked")
    private <T> AdoptedApplication bean(String name, T bean) {
        context.registerBean(name, (Class<T>) bean.getClass(), () -> bean, new BeanDefinitionCustomizer[0]);
        return this;
    }

    AdoptedApplication with(Class<?>... autoConfigurations) {
        more.addAll(List.of(autoConfigurations));
        return this;
    }

    AdoptedApplication start(AdoptedLibrary library, Class<?>... beans) {
        return start(library.configuration(), beans);
    }

    AdoptedApplication start(Class<?> libraries, Class<?>... beans) {
        Stream.of(beans).forEach(context::register);
        context.register(libraries);
        context.register(autoConfigurations());
        context.refresh();
        context.getBeanProvider(RetryRegistry.class)
                .forEach(registry -> registry.getAllRetries().forEach(this::listen));
        return this;
    }

    /** Forgets what was recorded. */
    void fresh() {
        delays.reset();
        intervals.asked().clear();
        events.clear();
        waiting = () -> {};
        before = counts();
    }

    /** Runs the task in each delay of spring-retry and Resilience4j. */
    void whenWaiting(Runnable task) {
        waiting = task;
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    <T> T get(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    /** The delays of spring-retry. */
    Delays delays() {
        return delays;
    }

    /** What the intervals of Resilience4j were computed from. */
    List<Asked> asked() {
        return intervals.asked();
    }

    /** The delays that libraries waited between attempts, or would have waited. */
    List<Duration> waits() {
        return Stream.concat(
                        delays.all().stream().map(Duration::ofMillis),
                        asked().stream().map(each -> Duration.ZERO))
                .toList();
    }

    IntervalBiFunction<Object> intervals() {
        return intervals;
    }

    RetryRegistry registry() {
        return get(RetryRegistry.class);
    }

    /** The events of Resilience4j, for example {@code RETRY three 1 IOException: down}. */
    List<String> events() {
        return events;
    }

    /** Calls as Resilience4j counts them: succeeded and failed without retries, succeeded and failed with them, attempts. */
    List<Long> counts(String instance) {
        Metrics metrics = registry().retry(instance).getMetrics();
        return List.of(
                metrics.getNumberOfSuccessfulCallsWithoutRetryAttempt(),
                metrics.getNumberOfFailedCallsWithoutRetryAttempt(),
                metrics.getNumberOfSuccessfulCallsWithRetryAttempt(),
                metrics.getNumberOfFailedCallsWithRetryAttempt(),
                metrics.getNumberOfTotalCalls());
    }

    /** The outcomes of adopted calls since the last test. */
    Map<Outcome, Long> outcomes() {
        Map<Outcome, Long> now = new EnumMap<>(Outcome.class);
        counts().forEach((outcome, count) -> now.put(outcome, count - before.getOrDefault(outcome, 0L)));
        now.values().removeIf(count -> count == 0);
        return now;
    }

    private Map<Outcome, Long> counts() {
        Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
        CallStatisticsRegistry calls = get(CallStatisticsRegistry.class);
        get(AdoptedMethods.class).all().stream()
                .map(row -> row.method().guards().calls().policy())
                .distinct()
                .forEach(policy ->
                        calls.counts(policy).forEach((outcome, count) -> all.merge(outcome, count, Long::sum)));
        return all;
    }

    private void listen(io.github.resilience4j.retry.Retry retry) {
        retry.getEventPublisher().onEvent(event -> {
            Throwable last = event.getLastThrowable();
            events.add(event.getEventType() + " " + event.getName() + " " + event.getNumberOfRetryAttempts() + " "
                    + (last == null ? null : last.getClass().getSimpleName() + ": " + last.getMessage()));
        });
    }

    private Class<?>[] autoConfigurations() {
        Stream<Class<?>> ours = ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
                .filter(name -> name.startsWith("io.backoff.") && BACKOFF.contains(name.split("\\.")[2]))
                .map(name -> ClassUtils.resolveClassName(name, null));
        return Configurations.getClasses(
                AutoConfigurations.of(Stream.of(Stream.of(AopAutoConfiguration.class), more.stream(), ours)
                        .flatMap(each -> each)
                        .toArray(Class<?>[]::new)));
    }

    @Override
    public void close() {
        context.close();
    }

    /** Records the delays of spring-retry in milliseconds instead of sleeping. */
    static final class Delays implements Sleeper {

        private static final long serialVersionUID = 1;

        private final transient List<Long> all = new ArrayList<>();
        private final transient Runnable waiting;
        private boolean interrupted;

        Delays(Runnable waiting) {
            this.waiting = waiting;
        }

        @Override
        public synchronized void sleep(long millis) throws InterruptedException {
            all.add(millis);
            waiting.run();
            if (interrupted) {
                throw new InterruptedException("while waiting");
            }
        }

        synchronized List<Long> all() {
            return List.copyOf(all);
        }

        /** Interrupts every further delay. */
        synchronized void interrupt() {
            interrupted = true;
        }

        synchronized void reset() {
            all.clear();
            interrupted = false;
        }
    }

    /** An interval of 0 ms between two attempts of Resilience4j, and what it was computed from. */
    private record Intervals(List<Asked> asked, Runnable waiting) implements IntervalBiFunction<Object> {

        @Override
        public Long apply(Integer attempt, Either<Throwable, Object> outcome) {
            asked.add(new Asked(attempt, outcome.isLeft() ? outcome.getLeft() : null, outcome.getOrNull()));
            waiting.run();
            return 0L;
        }
    }

    /** The attempt that ended before an interval, and its outcome. */
    record Asked(
            int attempt,
            @Nullable Throwable failure,
            @Nullable Object result) {}
}
