package io.backoff.kafka;

import io.backoff.engine.execution.Guard;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Intercepts each delivery to one listener. The container makes the redeliveries; a call lasts from the first delivery
 * of a record to its last.
 *
 * @param tag name of the listener in meters
 * @param returned handles failed records that nothing recovers; {@code null} if the error handler recovers or skips
 * them
 */
record DeliveryInterceptor(
        String tag,
        Supplier<Guard> guard,
        CurrentDeliveries current,
        @Nullable ReturnedRecords returned) implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        List<ConsumerRecord<?, ?>> records = invocation.getMethod().getName().equals("onMessage")
                ? records(invocation.getArguments()[0])
                : List.of();
        if (records.isEmpty()) {
            return invocation.proceed();
        }
        Deliveries deliveries = deliveries();
        Object result = deliveries.of(records).attempt(invocation, records.size());
        deliveries.processed(records);
        return result;
    }

    /** The unfinished deliveries on this consumer thread. */
    Deliveries deliveries() {
        return current.get(this);
    }

    private static List<ConsumerRecord<?, ?>> records(@Nullable Object message) {
        if (message instanceof ConsumerRecord<?, ?> one) {
            return List.of(one);
        }
        if (message instanceof Iterable<?> several) {
            Iterator<?> all = several.iterator();
            return all.hasNext() && all.next() instanceof ConsumerRecord ? all(several) : List.of();
        }
        return List.of();
    }

    private static List<ConsumerRecord<?, ?>> all(Iterable<?> records) {
        return StreamSupport.stream(records.spliterator(), false)
                .<ConsumerRecord<?, ?>>map(record -> (ConsumerRecord<?, ?>) record)
                .toList();
    }
}
