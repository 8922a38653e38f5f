package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.InvalidPropertyException;
import io.backoff.problem.ProblemHandler;
import io.backoff.problem.ProblemResolver;
import io.backoff.server.ServerMeters;
import io.backoff.server.TrustedProxies;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;

class BackoffHttpServerAutoConfigurationTests {

    private static final AutoConfigurations CONFIGURATIONS =
            AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffHttpServerAutoConfiguration.class);
    private static final String LEAF = BackoffHttpServerAutoConfigurationTests.class.getPackageName();

    private final WebApplicationContextRunner servlets =
            new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    private final ReactiveWebApplicationContextRunner reactive =
            new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    @Test
    void isAbsentWithoutServer() {
        new ApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .run(running -> assertThat(beans(running)).isEmpty());
    }

    @Test
    void isAbsentWhenDisabled() {
        servlets.withPropertyValues("backoff.http.server.enabled=false")
                .run(running -> assertThat(beans(running)).isEmpty());
        reactive.withPropertyValues("backoff.http.server.enabled=false")
                .run(running -> assertThat(beans(running)).isEmpty());
    }

    @Test
    void servesServlets() {
        servlets.run(running -> assertThat(running)
                .hasSingleBean(RetryServletFilter.class)
                .hasSingleBean(ProblemResolver.class)
                .doesNotHaveBean(RetryWebFilter.class)
                .doesNotHaveBean(ServerMeters.class));
    }

    @Test
    void servesWebFlux() {
        reactive.run(running -> assertThat(running)
                .hasSingleBean(RetryWebFilter.class)
                .hasSingleBean(ProblemHandler.class)
                .doesNotHaveBean(RetryServletFilter.class)
                .doesNotHaveBean(ServerMeters.class));
    }

    @Test
    void respondsAfterTheApplicationAndBeforeSpringBoot() {
        servlets.run(running ->
                assertThat(running.getBean(ProblemResolver.class).getOrder()).isEqualTo(Ordered.LOWEST_PRECEDENCE));
        // Spring Boot's handler has this order too, and is registered later.
        reactive.run(running ->
                assertThat(running.getBean(ProblemHandler.class).getOrder()).isEqualTo(-1));
    }

    @Test
    void rendersProblemDetailsWhereSpringBootWould() {
        String[] enabled = {"spring.mvc.problemdetails.enabled=true", "spring.webflux.problemdetails.enabled=true"};
        servlets.run(running -> assertThat(running).doesNotHaveBean(ServletProblemDetails.class));
        servlets.withPropertyValues(enabled)
                .run(running -> assertThat(running).hasSingleBean(ServletProblemDetails.class));
        servlets.withPropertyValues(enabled)
                .withBean(OwnProblemDetails.class)
                .run(running -> assertThat(running).doesNotHaveBean(ServletProblemDetails.class));
        reactive.run(running -> assertThat(running).doesNotHaveBean(ReactiveProblemDetails.class));
        reactive.withPropertyValues(enabled)
                .run(running -> assertThat(running).hasSingleBean(ReactiveProblemDetails.class));
        reactive.withPropertyValues(enabled)
                .withBean(OwnReactiveProblemDetails.class)
                .run(running -> assertThat(running).doesNotHaveBean(ReactiveProblemDetails.class));
    }

    @Test
    void servesServletsWithoutSpringMvc() {
        servlets.withClassLoader(new FilteredClassLoader("org.springframework.web.servlet"))
                .run(running -> assertThat(running)
                        .hasSingleBean(RetryServletFilter.class)
                        .doesNotHaveBean("backoffRejectionExceptionResolver"));
    }

    @Test
    void servesWithoutMicrometer() {
        servlets.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(running -> assertThat(running).hasSingleBean(RetryServletFilter.class));
    }

    @Test
    void servesServletsWithoutReactor() {
        servlets.withClassLoader(new FilteredClassLoader("reactor.", "org.springframework.web.reactive"))
                .run(running -> assertThat(running).hasSingleBean(RetryServletFilter.class));
    }

    @Test
    void servesWebFluxWithoutServlets() {
        reactive.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web.servlet"))
                .run(running -> assertThat(running).hasSingleBean(RetryWebFilter.class));
    }

    @Test
    void registersAllMetersAtStartup() {
        servlets.withBean(SimpleMeterRegistry.class).run(running -> {
            MeterRegistry registry = running.getBean(MeterRegistry.class);
            assertThat(registry.find("backoff.server.requests").functionCounters())
                    .extracting(meter -> meter.getId().getTag("retries"))
                    .containsExactlyInAnyOrder("0", "1", "2", "3+");
            assertThat(registry.find("backoff.server.rejections").counters())
                    .extracting(meter -> meter.getId().getTag("verdict"))
                    .containsExactlyInAnyOrder("retryable", "no_retry");
            assertThat(registry.get("backoff.server.malformed")
                            .functionCounter()
                            .count())
                    .isZero();
            assertThat(registry.find("backoff.server.requests").functionCounters())
                    .extracting(FunctionCounter::count)
                    .containsOnly(0.0);
        });
    }

    @Test
    void registersNoMetersWhenTheyAreDisabled() {
        servlets.withBean(SimpleMeterRegistry.class)
                .withPropertyValues("backoff.metrics.enabled=false")
                .run(running -> assertThat(running.getBean(MeterRegistry.class).getMeters())
                        .extracting(Meter::getId)
                        .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.8.8.8", "::1", "10.1.2.3", "172.20.0.1", "192.168.1.1", "fd00::1", "fe80::1"})
    void trustsItsOwnNetworks(String address) {
        servlets.run(running -> assertThat(running.getBean(TrustedProxies.class).contains(address))
                .isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.64.0.1", "2001:db8::1"})
    void trustsNoOthers(String address) {
        servlets.run(running -> assertThat(running.getBean(TrustedProxies.class).contains(address))
                .isFalse());
    }

    @Test
    void trustsNobodyOnAnEmptyList() {
        servlets.withPropertyValues("backoff.http.server.trusted=")
                .run(running -> assertThat(running.getBean(TrustedProxies.class).ranges())
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "trusted=10.0.0.1/8,            trusted[0], begins at 10.0.0.0/8",
        "'trusted=10.0.0.0/8,gateway',  trusted[1], not an IP address",
        "trusted[0]=10.0.0.0/33,        trusted[0], between 0 and 32",
        "no-retry-share=1.01,           no-retry-share, between 0 and 1",
        "no-retry-share=-0.1,           no-retry-share, between 0 and 1",
        "no-retry-share=NaN,            no-retry-share, between 0 and 1",
        "no-retry-rejection-ratio=2,    no-retry-rejection-ratio, between 0 and 1",
        "window=0s,                     window, more than 0",
        "window=-1s,                    window, more than 0"
    })
    void rejectsWhatMakesNoSense(String written, String property, String reason) {
        servlets.withPropertyValues("backoff.http.server." + written)
                .run(running -> assertThat(running)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidPropertyException.class, failure -> {
                            assertThat(failure.property()).isEqualTo("backoff.http.server." + property);
                            assertThat(failure.origin()).contains("test").contains("backoff.http.server.");
                            assertThat(failure.reason()).contains(reason);
                            assertThat(failure.remedy()).endsWith(".");
                        }));
    }

    private static Stream<String> beans(ApplicationContext context) {
        assertThat(context.getBeanNamesForType(BackoffAutoConfiguration.class)).hasSize(1);
        return Stream.of(context.getBeanDefinitionNames()).filter(name -> name.startsWith(LEAF));
    }

    static class OwnProblemDetails
            extends org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler {}

    static class OwnReactiveProblemDetails
            extends org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler {}
}
