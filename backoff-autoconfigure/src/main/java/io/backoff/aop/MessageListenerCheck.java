package io.backoff.aop;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Warns about {@code @Backoff} on message listeners, whose container already retries by redelivering the message. */
final class MessageListenerCheck {

    private static final Logger logger = SpringLogger.of(MessageListenerCheck.class);

    private static final LogMessage CONTAINER_RETRIES =
            LogMessage.warning("@Backoff on %s: the method is a @%s and its container retries too, so attempts "
                    + "multiply. Remove @Backoff and let the container retry: %s.");

    // Remedies by package of the listener annotation.
    private static final Map<String, String> REMEDIES = Map.of(
            "org.springframework.kafka", "set 'backoff.kafka.listener' to '%s'",
            "org.springframework.amqp", "set 'backoff.amqp.listener' to '%s'",
            "org.springframework.jms", "set its back-off to SpringPolicies.backOff(\"%s\")");
    private static final List<String> LISTENERS = List.of(
            "org.springframework.kafka.annotation.KafkaListener",
            "org.springframework.kafka.annotation.KafkaHandler",
            "org.springframework.amqp.rabbit.annotation.RabbitListener",
            "org.springframework.amqp.rabbit.annotation.RabbitHandler",
            "org.springframework.jms.annotation.JmsListener");

    private MessageListenerCheck() {}

    /** Warns about a listener whose attempts multiply with redeliveries. */
    static void check(Method method, BackoffPolicy policy) {
        if (policy.retries()) {
            MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
            annotations.stream()
                    .map(annotation -> annotation.getType().getName())
                    .filter(LISTENERS::contains)
                    .findFirst()
                    .ifPresent(name -> warn(method, name, policy.name()));
        }
    }

    private static void warn(Method method, String listener, String policy) {
        CONTAINER_RETRIES
                .with(
                        ClassUtils.getQualifiedMethodName(method),
                        ClassUtils.getShortName(listener),
                        remedy(listener).formatted(policy))
                .log(logger);
    }

    private static String remedy(String listener) {
        return REMEDIES.entrySet().stream()
                .filter(entry -> listener.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }
}
