package io.backoff.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.util.backoff.BackOff;

/** The deliveries of the current thread, which is the thread of a consumer. */
final class CurrentDeliveries {

    private final ThreadLocal<@Nullable Deliveries> current = new ThreadLocal<>();

    /** The deliveries to the listener, which is the only one on this thread. */
    Deliveries get(DeliveryInterceptor listener) {
        Deliveries known = current.get();
        if (known == null) {
            known = new Deliveries(listener);
            current.set(known);
        }
        return known;
    }

    /**
     * Lets the policy decide on a failed message. An error handler may be used by several containers.
     *
     * @return {@code null} if no policy governs the record, for the handler's own back-off
     */
    @Nullable
    BackOff backOff(ConsumerRecord<?, ?> failed, @Nullable Exception failure) {
        Deliveries known = current.get();
        return known == null ? null : known.backOff(failed, failure);
    }

    /** Ends all calls of the thread if its consumer stops. */
    void clear() {
        Deliveries known = current.get();
        if (known != null && !known.goOn()) {
            current.remove();
            known.abandonAll();
        }
    }
}
