package io.backoff.http.client;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Generates an {@code Idempotency-Key} for each request of a guarded call. The request has the same key in every
 * attempt. Different requests of one attempt are distinguished by method and URI, and requests with the same method and
 * URI by their order. The order is counted separately for each attempt, because an attempt that has timed out may
 * continue, and send requests after those of later attempts.
 */
final class GeneratedKeys {

    static final String HEADER = "Idempotency-Key";

    // The methods that HTTP does not define as idempotent.
    static final Set<String> METHODS = Set.of("POST", "PATCH");

    private final boolean enabled;
    private final TimeSource time;
    private final Map<RetryScope, CallKeys> calls = Collections.synchronizedMap(new WeakHashMap<>());

    GeneratedKeys(boolean enabled, TimeSource time) {
        this.enabled = enabled;
        this.time = time;
    }

    /** Returns the key of a request made in a scope; {@code null} if the request needs no key. */
    @Nullable
    String of(@Nullable RetryScope scope, String method, String uri) {
        if (!enabled || !METHODS.contains(method) || !(scope instanceof CurrentAttempt)) {
            return null;
        }
        return calls.computeIfAbsent(scope.ofCall(), call -> new CallKeys(random()))
                .key(scope, method + " " + uri);
    }

    private String random() {
        return time.random().nextLong() + ":" + time.random().nextLong();
    }

    /** The keys of one call, which are the same in all of its attempts. */
    private static final class CallKeys {

        private final String secret;
        private final Map<RetryScope, Map<String, Integer>> attempts = new WeakHashMap<>();

        CallKeys(String secret) {
            this.secret = secret;
        }

        synchronized String key(RetryScope attempt, String request) {
            int order =
                    attempts.computeIfAbsent(attempt, scope -> new HashMap<>()).merge(request, 1, Integer::sum);
            String text = secret + " " + order + " " + request;
            return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
        }
    }
}
