package io.backoff.amqp;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Guard;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;

/** Retries the delivery of a message to one listener, while the broker waits for the acknowledgement. */
record ListenerRetries(Supplier<Guard> guard, Recovery recovery, AcknowledgeMode mode) implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Guard known = guard.get();
        MessageDelivery delivery = MessageDelivery.of(invocation, known, recovery, mode);
        return delivery.isAbandoned() ? delivery.leave(null) : run(known, delivery);
    }

    @SuppressWarnings("NullAway") // Since Java 22, javac reads the nullness of type arguments from jars.
    private @Nullable Object run(Guard known, MessageDelivery delivery) throws Throwable {
        try {
            return BlockingRunner.<@Nullable Object>run(known.withKey(delivery.key()), delivery);
        } catch (CancellationException cancelled) {
            // An interrupt before the first attempt ends the call without a fallback. The container might reject the
            // message, as after any other failure.
            if (!delivery.begun().get() && Thread.currentThread().isInterrupted()) {
                return recovery.requeue(delivery, cancelled);
            }
            throw cancelled;
        }
    }
}
