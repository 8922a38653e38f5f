package io.backoff.aop;

import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Finds methods that a message container calls: it delivers a message again that they fail for. */
final class ListenerMethods {

    private static final Log logger = LogFactory.getLog(ListenerMethods.class);
    private static final List<String> LISTENERS = List.of(
            "org.springframework.kafka.annotation.KafkaListener",
            "org.springframework.kafka.annotation.KafkaHandler",
            "org.springframework.amqp.rabbit.annotation.RabbitListener",
            "org.springframework.amqp.rabbit.annotation.RabbitHandler",
            "org.springframework.jms.annotation.JmsListener");

    private ListenerMethods() {}

    /** Warns of a method whose attempts its container multiplies. */
    static void check(Method method, BackoffPolicy policy) {
        if (policy.retries()) {
            MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
            annotations.stream()
                    .map(each -> each.getType().getName())
                    .filter(LISTENERS::contains)
                    .findFirst()
                    .ifPresent(name -> warn(method, ClassUtils.getShortName(name), policy.name()));
        }
    }

    private static void warn(Method method, String listener, String policy) {
        logger.warn("@Backoff on " + ClassUtils.getQualifiedMethodName(method) + ": the method is a @" + listener
                + ", and its container retries too, so that attempts multiply. Remove @Backoff and let the container"
                + " retry: the bean SpringPolicies has backOff(\"" + policy + "\") and retryPolicy(\"" + policy
                + "\") for it.");
    }
}
