package io.backoff.benchmarks.overload;

import io.backoff.adopt.AdoptMode;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.TimeSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** An application with the policies of {@code overload.yml}. */
@EnableAutoConfiguration
@EnableResilientMethods
class Application {

    static ConfigurableApplicationContext start() {
        return builder().run();
    }

    /** Starts the application with adopted retries. */
    static ConfigurableApplicationContext start(AdoptMode mode) {
        return builder().run("--backoff.adopt.mode=" + mode);
    }

    /** Starts the application with another clock. */
    static ConfigurableApplicationContext start(TimeSource time) {
        return builder()
                .initializers((GenericApplicationContext context) -> {
                    context.registerBean(TimeSource.class, () -> time);
                    context.registerBean(ResponseExtractor.class, () -> TooManyRequests::in);
                })
                .run();
    }

    private static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(Application.class, SpringRetries.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=overload");
    }
}
