package io.backoff.amqp;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Guard;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;

/** Retries the delivery of a message to one listener, while the broker waits for the acknowledgement. */
record ListenerRetries(Supplier<Guard> guard, Recovery recovery, AcknowledgeMode mode) implements MethodInterceptor {

    @Override
    @SuppressWarnings("NullAway") // Since Java 22, javac reads the nullness of type arguments from jars.
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Guard known = guard.get();
        MessageDelivery delivery = MessageDelivery.of(invocation, known, recovery, mode);
        return delivery.isAbandoned()
                ? delivery.leave(null)
                : BlockingRunner.<@Nullable Object>run(known.withKey(delivery.key()), delivery);
    }
}
