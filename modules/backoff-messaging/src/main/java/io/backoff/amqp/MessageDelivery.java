package io.backoff.amqp;

import com.rabbitmq.client.Channel;
import io.backoff.PermanentException;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Message;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * The delivery of one message, or of one batch, to a listener.
 *
 * @param begun whether the listener has been invoked
 */
record MessageDelivery(
        MethodInvocation invocation,
        DeliveryChannel channel,
        Guard guard,
        Recovery recovery,
        AcknowledgeMode acknowledgeMode,
        AtomicBoolean begun)
        implements Operation<@Nullable Object> {

    static MessageDelivery of(MethodInvocation invocation, Guard guard, Recovery recovery, AcknowledgeMode mode) {
        Channel channel = (Channel) Objects.requireNonNull(invocation.getArguments()[0]);
        return new MessageDelivery(invocation, DeliveryChannel.of(channel), guard, recovery, mode, new AtomicBoolean());
    }

    @Override
    public @Nullable Object invoke() throws Throwable {
        begun.set(true);
        try {
            return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
        } catch (Exception failure) {
            throw FailureKinds.isFinal(failure) ? new PermanentException(failure) : failure;
        }
    }

    List<Message> messages() {
        return data() instanceof List<?> batch
                ? batch.stream().map(Message.class::cast).toList()
                : List.of((Message) data());
    }

    boolean isBatch() {
        return data() instanceof List;
    }

    private Object data() {
        return Objects.requireNonNull(invocation.getArguments()[1]);
    }

    /** The queues of the messages. */
    Stream<String> queues() {
        return messages().stream()
                .map(message -> String.valueOf(message.getMessageProperties().getConsumerQueue()))
                .distinct();
    }

    /** The retry key is the queue of the first message, so each queue has its own retry bucket. */
    String key() {
        return queues().iterator().next();
    }

    @Override
    public String place() {
        return queues().collect(Collectors.joining(", ", "queue ", ""));
    }

    /** The current policy. */
    BackoffPolicy policy() {
        return guard.policy().get();
    }

    @Override
    public void pause(TimeSource time, Duration delay) throws InterruptedException {
        channel.pause(time, delay);
    }

    @Override
    public void park(TimeSource time, Duration delay) throws InterruptedException {
        channel.park(time, delay);
    }

    void pause(Duration delay) throws InterruptedException {
        pause(guard.engine().time(), delay);
    }

    /** Acknowledges the messages if the failed listener was responsible for acknowledging them. */
    void acknowledge() {
        ifManual(channel::acknowledge);
    }

    /** Requeues the messages if the failed listener was responsible for acknowledging them. */
    void giveBack() {
        ifManual(channel::requeue);
    }

    private void ifManual(LongConsumer action) {
        if (acknowledgeMode.isManual()) {
            messages().stream()
                    .mapToLong(message -> message.getMessageProperties().getDeliveryTag())
                    .distinct()
                    .forEach(action);
        }
    }

    @Override
    public boolean isAbandoned() {
        return !channel.isOpen();
    }

    /** Accepts every result, because a listener's result has already been sent as a reply. */
    @Override
    public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
        return false;
    }

    /**
     * Returns the recovery of the messages. Under a disabled policy, returns {@code null}: the container then gets the
     * failure, as if there were no policy. If the channel is closed, the fallback under any policy is to
     * {@linkplain #leave leave} the messages to the broker.
     */
    @Override
    public @Nullable Fallback<@Nullable Object> fallbackAfter(StopReason stop, BackoffPolicy policy) {
        if (isAbandoned()) {
            return this::leave;
        }
        return policy.enabled() ? thrown -> giveUp(stop, failure(thrown)) : null;
    }

    private @Nullable Object giveUp(StopReason stop, Throwable failure) throws Throwable {
        if (!begun.get()) {
            return recovery.postpone(this, failure);
        }
        boolean unfinished = stop == StopReason.ABORTED && isInterrupted(failure);
        return unfinished ? recovery.requeue(this, failure) : recovery.recover(this, failure);
    }

    /** Leaves the message to the broker, which redelivers it. The container can no longer acknowledge it. */
    @Nullable
    Object leave(@Nullable Throwable thrown) {
        String reason = "The channel of the message is closed";
        throw thrown == null
                ? new ImmediateRequeueAmqpException(reason)
                : new ImmediateRequeueAmqpException(reason, thrown);
    }

    private static Throwable failure(@Nullable Throwable thrown) {
        return Objects.requireNonNull(thrown, "Results of listeners are never rejected");
    }

    private boolean isInterrupted(Throwable failure) {
        return guard.engine().shutdown().underWay()
                || Thread.currentThread().isInterrupted()
                || FailureKinds.isInterruption(failure);
    }
}
