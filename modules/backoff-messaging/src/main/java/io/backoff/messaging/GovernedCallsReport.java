package io.backoff.messaging;

import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Warns of a property that names a policy for messages but governs nothing. Creates the meters of what is governed. */
final class GovernedCallsReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = SpringLogger.of(GovernedCallsReport.class);

    private static final List<Known> KNOWN = List.of(
            new Known("backoff.amqp.listener", "@RabbitListener"),
            new Known("backoff.amqp.template", "auto-configured RabbitTemplate"),
            new Known("backoff.kafka.listener", "@KafkaListener"));

    private final ApplicationContext context;
    private final Environment environment;
    private final ObjectProvider<GovernedCalls> governed;

    private record Known(String property, String governs) {}

    GovernedCallsReport(ApplicationContext context, Environment environment, ObjectProvider<GovernedCalls> governed) {
        this.context = context;
        this.environment = environment;
        this.governed = governed;
    }

    /** Ignores events of child contexts, which arrive here too. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) {
            KNOWN.stream()
                    .filter(each -> StringUtils.hasText(environment.getProperty(each.property)))
                    .forEach(each -> check(each, find(each)));
        }
    }

    private @Nullable GovernedCalls find(Known known) {
        return governed.stream()
                .filter(each -> each.property().equals(known.property))
                .findFirst()
                .orElse(null);
    }

    private static void check(Known known, @Nullable GovernedCalls calls) {
        if (calls != null && calls.areGoverned() && calls.rows().isEmpty()) {
            MessagingMessage.GOVERNS_NOTHING.with(known.property, known.governs).log(logger);
        }
    }
}
