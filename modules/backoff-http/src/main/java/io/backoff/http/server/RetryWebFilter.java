package io.backoff.http.server;

import io.backoff.engine.RetryScope;
import io.backoff.problem.ProblemHandler;
import io.backoff.server.IncomingRequests;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import io.backoff.server.TrustedProxies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Creates a retry scope for each WebFlux request, in the Reactor context of its handler. */
final class RetryWebFilter implements WebFilter, Ordered {

    private static final int OK = 200;

    private final IncomingRequests requests;
    private final TrustedProxies trusted;
    private final Rejections rejections;

    RetryWebFilter(IncomingRequests requests, TrustedProxies trusted, Rejections rejections) {
        this.requests = requests;
        this.trusted = trusted;
        this.rejections = rejections;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 10;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        RequestRetryScope scope = arrived(exchange);
        return scope.attempt().isExpired()
                ? ProblemHandler.write(new HttpRejection(rejections.ofExpired(scope)).problem(), exchange.getResponse())
                : proceed(exchange, chain, scope);
    }

    /** Like {@link AdvisingResponse}, adds retry advice to a response that is about to be sent. */
    private void advise(ServerHttpResponse response, RequestRetryScope scope) {
        HttpStatusCode status = response.getStatusCode();
        HttpRejection.advise(response.getHeaders(), status == null ? OK : status.value(), scope, rejections);
    }

    private RequestRetryScope arrived(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        RequestRetryScope scope = requests.arrived(
                headers::get, () -> isTrusted(exchange.getRequest().getRemoteAddress()));
        exchange.getAttributes().put(RequestRetryScope.ATTRIBUTE, scope);
        return scope;
    }

    private Mono<Void> proceed(ServerWebExchange exchange, WebFilterChain chain, RequestRetryScope scope) {
        exchange.getResponse().beforeCommit(() -> {
            advise(exchange.getResponse(), scope);
            return Mono.empty();
        });
        return new ScopedExchange(exchange, scope)
                .proceed(chain)
                .contextWrite(context -> context.put(RetryScope.class, scope));
    }

    // An address from a forwarded header is unresolved: it has a host as text, but no IP address.
    private boolean isTrusted(@Nullable InetSocketAddress caller) {
        if (caller == null) {
            return false;
        }
        InetAddress address = caller.getAddress();
        return address != null ? trusted.contains(address) : trusted.contains(caller.getHostString());
    }
}
