package io.backoff.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.util.backoff.BackOff;

/** The deliveries of the current consumer thread. */
final class CurrentDeliveries {

    private final ThreadLocal<@Nullable Deliveries> current = new ThreadLocal<>();

    /**
     * Returns the {@link Deliveries} of the current thread, creating them if necessary. A consumer thread has only one
     * listener.
     */
    Deliveries get(DeliveryInterceptor listener) {
        Deliveries known = current.get();
        if (known == null) {
            known = new Deliveries(listener);
            current.set(known);
        }
        return known;
    }

    /**
     * Asks the policy of the current thread's listener about a failed record. The error handler itself does not know
     * the listener, because several containers may share the handler.
     *
     * @return {@code null} if no policy governs the record; the handler then uses its own back-off
     */
    @Nullable
    BackOff backOff(ConsumerRecord<?, ?> failed, @Nullable Exception failure) {
        Deliveries known = current.get();
        return known == null ? null : known.backOff(failed, failure);
    }

    /** Ends all calls of the thread if its container no longer runs. */
    void clear() {
        Deliveries known = current.get();
        if (known != null && !known.goOn()) {
            current.remove();
            known.abandonAll();
        }
    }
}
