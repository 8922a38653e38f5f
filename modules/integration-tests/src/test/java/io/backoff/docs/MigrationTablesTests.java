package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.failsafe.ExecutionContext;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicyBuilder;
import io.backoff.testkit.Docs;
import io.github.resilience4j.common.retry.configuration.CommonRetryConfigurationProperties.InstanceProperties;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry.EventPublisher;
import io.github.resilience4j.retry.RetryConfig;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.support.RetryTemplateBuilder;

/**
 * The tables of the migration guide name all settings of the libraries, and nothing else. A new version of a library
 * may add settings, which is no defect of this code: so this only runs with the profile {@code migration}.
 */
@Tag("migration")
class MigrationTablesTests {

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource
    void nameAllThereIs(String page, String header, Set<String> settings) {
        assertThat(documented(page, header)).containsExactlyInAnyOrderElementsOf(settings);
    }

    static Stream<Arguments> nameAllThereIs() {
        return Stream.of(
                arguments("spring-retry.md", "`@Retryable`", methods(Retryable.class)),
                arguments("spring-retry.md", "`@Backoff`", methods(Backoff.class)),
                arguments("spring-retry.md", "`@CircuitBreaker`", methods(CircuitBreaker.class)),
                arguments("spring-retry.md", "`@EnableRetry`", methods(EnableRetry.class)),
                arguments("spring-retry.md", "`RetryTemplateBuilder`", methods(RetryTemplateBuilder.class)),
                arguments("spring-retry.md", "`RetryPolicy`", types("org.springframework.retry.policy", "RetryPolicy")),
                arguments(
                        "spring-retry.md",
                        "`BackOffPolicy`",
                        types("org.springframework.retry.backoff", "BackOffPolicy")),
                arguments("spring-retry.md", "`RetryListener`", methods(org.springframework.retry.RetryListener.class)),
                arguments(
                        "spring-framework.md",
                        "`@Retryable`",
                        methods(org.springframework.resilience.annotation.Retryable.class)),
                arguments("spring-framework.md", "`@ConcurrencyLimit`", methods(ConcurrencyLimit.class)),
                arguments("spring-framework.md", "`@EnableResilientMethods`", methods(EnableResilientMethods.class)),
                arguments("spring-framework.md", "`RetryPolicy.Builder`", methods(RetryPolicy.Builder.class)),
                arguments("spring-framework.md", "`RetryListener`", methods(RetryListener.class)),
                arguments("resilience4j.md", "`resilience4j.retry.instances.<name>.`", properties()),
                arguments("resilience4j.md", "`@Retry`", methods(io.github.resilience4j.retry.annotation.Retry.class)),
                arguments("resilience4j.md", "`RetryConfig.Builder`", methods(RetryConfig.Builder.class)),
                arguments("resilience4j.md", "`IntervalFunction`", methods(IntervalFunction.class)),
                arguments("resilience4j.md", "`EventPublisher`", methods(EventPublisher.class)),
                arguments("failsafe.md", "`RetryPolicyBuilder`", methods(RetryPolicyBuilder.class)),
                arguments("failsafe.md", "`FailsafeExecutor`", methods(FailsafeExecutor.class)),
                arguments("failsafe.md", "`ExecutionContext`", methods(ExecutionContext.class)));
    }

    private static Set<String> documented(String page, String header) {
        return Docs.table(Docs.GUIDE.resolve("migration/" + page), header).rows().stream()
                .flatMap(row -> Docs.code(row.get(0)).stream())
                .map(setting -> setting.replaceAll("\\(.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !method.getDeclaringClass().getName().startsWith("java."))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> types(String library, String suffix) {
        return new ClassFileImporter()
                .importPackages(library).stream()
                        .filter(type -> type.getPackageName().equals(library) && type.isTopLevelClass())
                        .filter(type -> type.getSimpleName().endsWith(suffix))
                        .map(type -> type.reflect())
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .map(Class::getSimpleName)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> properties() {
        return Arrays.stream(InstanceProperties.class.getMethods())
                .filter(method -> method.getName().startsWith("set"))
                .map(method -> Introspector.decapitalize(method.getName().substring(3)))
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
