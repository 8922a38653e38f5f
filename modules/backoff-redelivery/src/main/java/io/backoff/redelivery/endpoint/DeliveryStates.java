package io.backoff.redelivery.endpoint;

import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.CallTable;
import io.backoff.redelivery.call.DeliveryPause;
import io.backoff.redelivery.call.RedeliveredMethod;
import io.backoff.redelivery.delivery.DeliveryPauses;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Delivery;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.PausedBy;
import io.backoff.redelivery.method.RedeliveredMethods;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Describes the state of delivery for each method, for the endpoint. */
public record DeliveryStates(RedeliveredMethods methods, DeliveryPauses pauses, CallTable table) {

    /**
     * Returns the state of all methods by name, including methods that this application does not have but that have
     * waiting calls.
     */
    Map<String, Delivery> all() {
        Map<String, CallTable.Count> waiting = waiting();
        Map<String, Delivery> states = new TreeMap<>();
        for (RedeliveredMethod method : methods.all()) {
            states.put(
                    method.name(),
                    state(waiting.get(CallId.key(method.name())), pauses.reason(method), pauses.pause(method)));
        }
        states.putAll(unknown(waiting));
        return states;
    }

    /** Stands for the method of rows whose key does not contain a method. */
    private static final String MALFORMED = "malformed key";

    /** Converts counts by key to counts by method name. */
    Map<String, Long> byName(Map<String, Long> byKey) {
        Map<String, String> names = names();
        Map<String, Long> byName = new TreeMap<>();
        byKey.forEach((key, count) -> byName.merge(name(key, names), count, Long::sum));
        return byName;
    }

    private Map<String, CallTable.Count> waiting() {
        Map<String, CallTable.Count> waiting = new HashMap<>();
        table.counts().stream()
                .filter(count -> count.task().equals(CallStore.TASK))
                .forEach(count -> waiting.put(count.key(), count));
        return waiting;
    }

    private Map<String, Delivery> unknown(Map<String, CallTable.Count> waiting) {
        Map<String, String> names = names();
        Map<String, Delivery> states = new HashMap<>();
        waiting.forEach((key, count) -> {
            if (!names.containsKey(key)) {
                states.put(
                        name(key, names),
                        state(
                                count,
                                key.isEmpty()
                                        ? "the keys of these rows are malformed, so their method is unknown"
                                        : "this instance has no @Redeliver method with this name",
                                null));
            }
        });
        return states;
    }

    private static String name(String key, Map<String, String> names) {
        return key.isEmpty() ? MALFORMED : names.getOrDefault(key, key);
    }

    private Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        methods.all().forEach(method -> names.put(CallId.key(method.name()), method.name()));
        return names;
    }

    private static Delivery state(
            CallTable.@Nullable Count waiting, @Nullable String reason, @Nullable DeliveryPause pause) {
        return waiting == null
                ? new Delivery(0, null, reason != null, reason, PausedBy.of(pause))
                : new Delivery(
                        waiting.calls(),
                        Objects.toString(waiting.since(), null),
                        reason != null,
                        reason,
                        PausedBy.of(pause));
    }
}
