package io.backoff.rewrite.equivalence;

import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Compiles the files of a project, starts them as an application, and records its calls. */
final class Application {

    private static final String SERVICE = "orders";
    private static final String METHOD = "place";
    private static final String ITEM = "tea";
    // By name, since the loader decides which class that is. Loading all auto-configurations of Spring Boot would take
    // too long.
    private static final List<String> AUTO_CONFIGURATIONS = List.of(
            "org.springframework.boot.autoconfigure.aop.AopAutoConfiguration",
            "org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration",
            "io.backoff.autoconfigure.BackoffAutoConfiguration",
            "io.backoff.http.client.BackoffHttpClientAutoConfiguration",
            "io.backoff.reactor.BackoffReactorAutoConfiguration",
            "io.backoff.transaction.BackoffTransactionAutoConfiguration",
            "io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration",
            "io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration",
            "io.github.resilience4j.springboot.timelimiter.autoconfigure.TimeLimiterAutoConfiguration",
            "io.github.resilience4j.springboot.bulkhead.autoconfigure.BulkheadAutoConfiguration");
    private static final Pattern MODULE = Pattern.compile("io\\.github\\.resilience4j\\.springboot\\.(\\w+)\\..*");

    private final Map<String, String> files;
    private final CompiledCode code;
    private final FakeTime time = new FakeTime();
    private final Callee callee = new Callee(this::pass);

    Application(Map<String, String> files) {
        this.files = files;
        this.code = CompiledCode.of(files);
    }

    /** Records a call for each of the scenarios. */
    List<Recorded> record(Stream<Scenario> scenarios) {
        var recorded = new ArrayList<Recorded>();
        InjectedTime.restart();
        new ApplicationContextRunner()
                .withClassLoader(code)
                .withAllowBeanDefinitionOverriding(false)
                .withInitializer(this::configure)
                .withUserConfiguration(components())
                // AutoConfigurations would load them by name, with another loader.
                .withUserConfiguration(autoConfigurations())
                .withBean(Callee.class, () -> callee)
                .withBean(FakeTime.class, () -> time)
                .run(context -> {
                    if (context.getStartupFailure() != null) {
                        throw new AssertionError(String.join("\n", files.values()), context.getStartupFailure());
                    }
                    scenarios.forEach(each -> recorded.add(record(context, each)));
                });
        return recorded;
    }

    private Recorded record(ApplicationContext context, Scenario scenario) {
        callee.follow(scenario);
        String outcome = outcome(context.getBean(SERVICE));
        var waits = Stream.concat(InjectedTime.takeWaits().stream(), time.waits().stream())
                .filter(each -> !each.isZero())
                .toList();
        time.clear();
        return new Recorded(callee.calls(), waits, outcome);
    }

    private static String outcome(Object service) {
        try {
            var method = Arrays.stream(service.getClass().getMethods())
                    .filter(each -> each.getName().equals(METHOD))
                    .findFirst()
                    .orElseThrow();
            method.setAccessible(true);
            return "returns " + complete(method.invoke(service, ITEM));
        } catch (InvocationTargetException failure) {
            return "throws " + failure.getCause();
        } catch (Exception failure) {
            return "throws " + failure;
        }
    }

    private static Object complete(Object result) throws Exception {
        if (result instanceof CompletionStage<?> stage) {
            return stage.toCompletableFuture().get();
        }
        return result instanceof Mono<?> mono ? mono.toFuture().get() : result;
    }

    private void pass(Duration attempt) {
        InjectedTime.pass(attempt);
        time.advance(attempt);
    }

    private Class<?>[] components() {
        return code.classes().stream()
                .filter(each -> AnnotatedElementUtils.hasAnnotation(each, Component.class))
                .toArray(Class<?>[]::new);
    }

    private Class<?>[] autoConfigurations() {
        return AUTO_CONFIGURATIONS.stream().filter(this::isUsed).map(this::load).toArray(Class<?>[]::new);
    }

    /** Of Resilience4j, only what the code uses is configured. */
    private boolean isUsed(String configuration) {
        var module = MODULE.matcher(configuration);
        return !module.matches()
                || files.values().stream()
                        .anyMatch(each -> each.contains("io.github.resilience4j." + module.group(1) + ".annotation"));
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, code);
        } catch (ClassNotFoundException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void configure(ConfigurableApplicationContext context) {
        configure(context, Case.YAML, new YamlPropertySourceLoader());
        configure(context, Case.PROPERTIES, new PropertiesPropertySourceLoader());
    }

    private void configure(ConfigurableApplicationContext context, String path, PropertySourceLoader loader) {
        var text = files.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8);
        try {
            loader.load(path, new ByteArrayResource(text))
                    .forEach(each ->
                            context.getEnvironment().getPropertySources().addLast(each));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
