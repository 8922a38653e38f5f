package io.backoff.benchmarks.soak;

import io.backoff.engine.BackoffListener;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** An application with the policies of {@code soak.yml}, and a guarded method for each kind of call. */
@EnableAutoConfiguration
@EnableTransactionManagement(proxyTargetClass = true)
class Application {

    /**
     * Starts an application.
     *
     * @param listening whether a listener receives all decisions; without one, most calls take a shorter path
     */
    static ConfigurableApplicationContext start(Target target, boolean listening) {
        return new SpringApplicationBuilder(Application.class, InnerCalls.class, BlockingCalls.class, LaterCalls.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=soak")
                .initializers((GenericApplicationContext context) -> {
                    context.registerBean(Target.class, () -> target);
                    if (listening) {
                        context.registerBean(BackoffListener.class, Decisions::new);
                    }
                })
                .run();
    }

    @Bean
    PrometheusMeterRegistry meters() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
    }

    @Bean
    Judge judge() {
        return new Judge();
    }

    @Bean
    Transactions transactions() {
        return new Transactions();
    }
}
