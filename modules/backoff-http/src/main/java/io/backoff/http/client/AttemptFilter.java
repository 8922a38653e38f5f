package io.backoff.http.client;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.http.RetryAttemptHeader;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Adds {@code Retry-Attempt} and, if enabled, an idempotency key to requests of a WebClient. The attempt is taken from
 * the Reactor context. If the context has none, for example when blocking code calls {@code block()}, the attempt is
 * taken from the subscribing thread.
 */
final class AttemptFilter implements ExchangeFilterFunction {

    private final OutgoingAttempt attempts;
    private final GeneratedKeys keys;

    AttemptFilter(OutgoingAttempt attempts, GeneratedKeys keys) {
        this.attempts = attempts;
        this.keys = keys;
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(context -> {
            RetryScope scope = context.<RetryScope>getOrEmpty(RetryScope.class).orElseGet(RetryScopeHolder::current);
            count(context, scope);
            ClientRequest sent = with(request, RetryAttemptHeader.NAME, attempts.header(scope));
            return next.exchange(withKey(sent, scope));
        });
    }

    // If WebClient observes the request, the Reactor context contains the observation.
    private static void count(ContextView context, @Nullable RetryScope scope) {
        context.<Observation>getOrEmpty(ObservationThreadLocalAccessor.KEY)
                .map(Observation::getContext)
                .filter(ClientRequestObservationContext.class::isInstance)
                .ifPresent(request -> ResendCount.add(request, scope));
    }

    // The key is added when the request is sent, because a later filter of the application may add another one. This is
    // arranged twice, because a filter may rebuild the request, as a load balancer does, or replace its body.
    private ClientRequest withKey(ClientRequest request, @Nullable RetryScope scope) {
        String key = request.headers().containsHeader(GeneratedKeys.HEADER)
                ? null
                : keys.of(scope, request.method().name(), request.url().toString());
        return key == null
                ? request
                : ClientRequest.from(request)
                        .httpRequest(sent -> addAtLast(sent, key))
                        .body((sent, context) -> {
                            addAtLast(sent, key);
                            return request.body().insert(sent, context);
                        })
                        .build();
    }

    private static void addAtLast(ClientHttpRequest request, String key) {
        request.beforeCommit(() -> Mono.fromRunnable(() -> {
            if (!request.getHeaders().containsHeader(GeneratedKeys.HEADER)) {
                request.getHeaders().set(GeneratedKeys.HEADER, key);
            }
        }));
    }

    private static ClientRequest with(ClientRequest request, String name, @Nullable String value) {
        return value == null || request.headers().containsHeader(name)
                ? request
                : ClientRequest.from(request).header(name, value).build();
    }
}
