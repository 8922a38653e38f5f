package io.backoff.kafka;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.text.CauseChain;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.serializer.DeserializationException;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * The unfinished records of one consumer: at most one per partition, kept in memory only. When a partition is revoked,
 * the call of its record ends; the next delivery of the record, to whichever consumer, begins a new call.
 */
final class Deliveries {

    private static final Logger logger = SpringLogger.of(Deliveries.class);

    private static final LogMessage RECOVERED_WITHOUT_POLICY =
            LogMessage.warning("The error handler of the listener '%s' gives up on a message without asking policy "
                    + "'%s': it classifies the failure as fatal, or its own BackOff allows no retry");

    private final DeliveryInterceptor listener;
    private final Map<TopicPartition, RecordDelivery> unfinished = new HashMap<>();
    private final LogLimit once = LogLimit.once();
    private List<ConsumerRecord<?, ?>> delivered = List.of();
    private @Nullable RecordDelivery last;
    private Set<TopicPartition> batch = Set.of();
    private @Nullable MessageListenerContainer container;
    private final Set<TopicPartition> revoked = new HashSet<>();

    Deliveries(DeliveryInterceptor listener) {
        this.listener = listener;
    }

    /** Returns the unfinished delivery of one of these records, or begins a new one. */
    RecordDelivery of(List<ConsumerRecord<?, ?>> records) {
        delivered = records;
        RecordDelivery delivery = known(records);
        last = delivery;
        return delivery;
    }

    private RecordDelivery known(List<ConsumerRecord<?, ?>> records) {
        for (ConsumerRecord<?, ?> record : records) {
            RecordDelivery known = unfinished.get(partition(record));
            if (known != null && known.isOf(record) && !known.isOver()) {
                return known;
            }
        }
        return begin(records.get(0));
    }

    private RecordDelivery begin(ConsumerRecord<?, ?> record) {
        TopicPartition partition = partition(record);
        RecordDelivery delivery =
                new RecordDelivery(partition, record.offset(), listener.guard().get(), this::finished);
        put(partition, delivery);
        return delivery;
    }

    private void put(TopicPartition partition, RecordDelivery delivery) {
        RecordDelivery before = unfinished.put(partition, delivery);
        if (before != null) {
            before.abandon();
        }
    }

    private void finished(RecordDelivery delivery) {
        unfinished.values().remove(delivery);
    }

    /**
     * Decides whether and when a failed record is redelivered. Under a disabled policy, returns {@code null}, so that
     * the error handler decides. But if the listener has {@link ReturnedRecords}, the record is redelivered, because
     * the handler would only skip it.
     */
    @Nullable
    BackOff backOff(ConsumerRecord<?, ?> failed, @Nullable Exception failure) {
        RecordDelivery known = find(failed);
        if (known == null ? listener.guard().get().policy().get().enabled() : known.isGoverned()) {
            return () -> () -> decide(failed, failure);
        }
        ReturnedRecords returned = listener.returned();
        return returned == null ? null : () -> () -> RecordDelivery.milliseconds(returned.delay(failed));
    }

    private @Nullable RecordDelivery find(ConsumerRecord<?, ?> record) {
        RecordDelivery known = unfinished.get(partition(record));
        return known != null && known.isOf(record) ? known : null;
    }

    // Only our own error handler asks the policy about records with fatal failures; a handler of the application
    // recovers them without asking.
    private boolean isFatal(Throwable failure) {
        return listener.returned() != null && ReturnedRecords.isFatal(failure);
    }

    private long decide(ConsumerRecord<?, ?> failed, @Nullable Exception failure) {
        RecordDelivery delivery = failing(failed, failure);
        long next = delivery.decide(isFatal(delivery.thrown()));
        ReturnedRecords returned = listener.returned();
        return next == BackOffExecution.STOP && returned != null
                ? RecordDelivery.milliseconds(returned.delay(failed))
                : next;
    }

    // A batch fails at its first record, unless the listener reports another one.
    private RecordDelivery failing(ConsumerRecord<?, ?> failed, @Nullable Exception failure) {
        RecordDelivery known = find(failed);
        RecordDelivery batch = unfinished.values().stream()
                .filter(RecordDelivery::hasJustFailed)
                .findFirst()
                .orElse(null);
        if (batch == null || batch == known) {
            return known != null ? known : beginFailed(failed, failure);
        }
        if (known == null && batch.isFirst()) {
            unfinished.values().remove(batch);
            batch.moveTo(partition(failed), failed.offset());
            put(partition(failed), batch);
            return batch;
        }
        processed(before(failed));
        if (unfinished.containsValue(batch)) {
            batch.notReached();
        }
        if (known == null) {
            return beginFailed(failed, batch.thrown());
        }
        known.failedWith(batch.thrown());
        return known;
    }

    private RecordDelivery beginFailed(ConsumerRecord<?, ?> failed, @Nullable Throwable failure) {
        RecordDelivery next = begin(failed);
        next.failedBefore(failure == null ? new IllegalStateException("No failure is known") : failure);
        return next;
    }

    /** Returns the records before the failed one; the listener has processed them. */
    private List<ConsumerRecord<?, ?>> before(ConsumerRecord<?, ?> failed) {
        for (int index = 0; index < delivered.size(); index++) {
            ConsumerRecord<?, ?> record = delivered.get(index);
            if (partition(record).equals(partition(failed)) && record.offset() == failed.offset()) {
                return delivered.subList(0, index);
            }
        }
        return List.of();
    }

    /**
     * Ends the call of a record that the error handler has handled, unless the record will be redelivered.
     *
     * @return whether the record has failed for good, and its recoverer has been called
     */
    boolean handled(ConsumerRecord<?, ?> record, Exception failure) {
        RecordDelivery known = find(record);
        if (known != null) {
            return end(known);
        }
        if (CauseChain.any(failure, DeserializationException.class::isInstance)) {
            // The record could not be deserialized, so it has never reached the listener.
            RecordDelivery unread = beginFailed(record, failure);
            unread.handled();
            return unread.isGivenUp();
        }
        return false;
    }

    private boolean end(RecordDelivery delivery) {
        if (delivery.handled()) {
            warn();
        }
        return delivery.isGivenUp();
    }

    /**
     * Ends the calls of a batch that the error handler has handled, unless the batch will be redelivered.
     *
     * @return the deliveries that have failed for good, and whose recoverer has been called
     */
    List<RecordDelivery> handledBatch() {
        return List.copyOf(unfinished.values()).stream().filter(this::end).toList();
    }

    /** Waits before the redelivery of a record whose recoverer has failed. */
    void pauseAfterFailedRecovery(MessageListenerContainer stopping) {
        if (listener.returned() == null) {
            Duration delay =
                    ReturnedRecords.delay(listener.guard().get().policy().get());
            pause(stopping, RecordDelivery.milliseconds(delay));
        }
    }

    /** Waits, unless the container stops. */
    static void pause(MessageListenerContainer stopping, long milliseconds) {
        try {
            ListenerUtils.stoppableSleep(stopping, milliseconds);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    private void warn() {
        if (once.isFirst(this)) {
            RECOVERED_WITHOUT_POLICY
                    .with(listener.tag(), listener.guard().get().calls().policy())
                    .log(logger);
        }
    }

    /** Begins the retries of a whole batch. The consumer polls between retries, so partitions can be revoked. */
    void beginBatch(Set<TopicPartition> partitions, MessageListenerContainer retrying) {
        batch = partitions;
        container = retrying;
        revoked.clear();
    }

    /** Returns the partitions revoked since the retries of the batch began; empty if none of them is in the batch. */
    Set<TopicPartition> revokedFromBatch() {
        return Collections.disjoint(batch, revoked) ? Set.of() : revoked;
    }

    /** Returns the delivery of the batch that has just failed, if its attempt has not begun; otherwise {@code null}. */
    @Nullable
    RecordDelivery notBegun() {
        RecordDelivery failed = last;
        // A batch that fails before it reaches the listener has no delivery: the last one is that of an earlier batch.
        boolean current = failed != null && unfinished.containsValue(failed) && failed.hasNotBegun();
        return current ? failed : null;
    }

    void endBatch() {
        batch = Set.of();
        last = null;
    }

    /** Ends the calls of revoked partitions. The call of a batch ends when the first of its partitions is revoked. */
    void revoke(Collection<TopicPartition> partitions) {
        revoked.addAll(partitions);
        Set<TopicPartition> ended = new HashSet<>(partitions);
        if (!revokedFromBatch().isEmpty()) {
            ended.addAll(batch);
        }
        List.copyOf(unfinished.entrySet()).stream()
                .filter(entry -> ended.contains(entry.getKey()))
                .forEach(entry -> entry.getValue().abandon());
    }

    /**
     * Whether the calls go on although the container clears the state of the thread. A container does so when it stops,
     * but also after a successful batch, while it is still running.
     */
    boolean goOn() {
        return container != null && container.isRunning();
    }

    /**
     * Ends the calls of these records. The listener has processed the records, but in an attempt that belongs to the
     * call of another record.
     */
    void processed(List<ConsumerRecord<?, ?>> records) {
        for (ConsumerRecord<?, ?> record : records) {
            RecordDelivery known = find(record);
            if (known != null) {
                known.passed();
            }
        }
    }

    void abandonAll() {
        List.copyOf(unfinished.values()).forEach(RecordDelivery::abandon);
    }

    private static TopicPartition partition(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
