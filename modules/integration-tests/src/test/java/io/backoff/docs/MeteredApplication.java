package io.backoff.docs;

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.polling.BackoffPollAutoConfiguration;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** An application that uses everything that has meters. */
final class MeteredApplication {

    private MeteredApplication() {}

    /** Starts the application, and inspects its meters while it runs. */
    static void run(PrometheusMeterRegistry registry, Consumer<PrometheusMeterRegistry> look) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        BackoffAutoConfiguration.class,
                        BackoffHttpServerAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class,
                        BackoffIdempotencyAutoConfiguration.class,
                        BackoffIdempotencyJsonAutoConfiguration.class,
                        AopAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DbSchedulerAutoConfiguration.class,
                        BackoffPollAutoConfiguration.class,
                        BackoffRedeliveryAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:meters", "backoff.policies.default.pace=adaptive")
                .withBean(Shop.class)
                .withBean(PrometheusMeterRegistry.class, () -> registry)
                .run(running -> {
                    running.getBean(BackoffOperations.class).call("default", () -> "done");
                    look.accept(registry);
                });
    }

    static class Shop {

        @Backoff(key = "#tenant")
        public void load(String tenant) {}

        @Idempotent(key = "#id")
        public void place(String id) {}

        @Redeliver
        public void confirm(String id) {}

        @BackoffPoll("default")
        public boolean next() {
            return false;
        }
    }
}
