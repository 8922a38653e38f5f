package io.backoff.benchmarks.throttling;

import io.backoff.benchmarks.overload.TooManyRequests;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.TimeSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** An application with the policies of {@code throttling.yml}. */
@EnableAutoConfiguration
class Application {

    static ConfigurableApplicationContext start() {
        return builder().run();
    }

    /** Starts the application with another clock. */
    static ConfigurableApplicationContext start(TimeSource time) {
        return builder()
                .initializers((GenericApplicationContext context) -> context.registerBean(TimeSource.class, () -> time))
                .run();
    }

    private static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=throttling")
                .initializers((GenericApplicationContext context) ->
                        context.registerBean(ResponseExtractor.class, () -> TooManyRequests::in));
    }
}
