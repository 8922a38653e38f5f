package io.backoff.benchmarks.soak.adopted;

import io.backoff.adopt.AdoptMode;
import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;

/** An application in which other libraries retry. */
@EnableAutoConfiguration
@EnableResilientMethods(proxyTargetClass = true)
@EnableRetry(proxyTargetClass = true)
class AdoptedApplication {

    static ConfigurableApplicationContext start(AdoptMode mode) {
        return new SpringApplicationBuilder(
                        AdoptedApplication.class,
                        Callees.FrameworkCalls.class,
                        Callees.SpringRetryCalls.class,
                        Callees.Resilience4jCalls.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.config.name=none",
                        "spring.main.banner-mode=off",
                        "logging.level.root=error",
                        "backoff.adopt.mode=" + mode,
                        "resilience4j.retry.instances.soak.max-attempts=" + Adopted.ATTEMPTS,
                        "resilience4j.retry.instances.soak.wait-duration=1ms")
                .run();
    }

    @Bean
    PrometheusMeterRegistry meters() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
    }

    @Bean
    Classifier overload() {
        return failure -> failure instanceof Trial.Overloaded ? Verdict.overloaded() : null;
    }
}
