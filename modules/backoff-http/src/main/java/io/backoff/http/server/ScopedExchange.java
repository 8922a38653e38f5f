package io.backoff.http.server;

import io.backoff.engine.CallerContext.Scope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.server.RequestRetryScope;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilterChain;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * An exchange that sets the retry scope of the request on the thread that calls the handler, even without Micrometer's
 * context propagation. A non-reactive handler is called when the filter chain is subscribed to. If the handler needs
 * the body, it is called when the body emits a signal.
 */
final class ScopedExchange extends ServerWebExchangeDecorator {

    private final RequestRetryScope scope;
    private final ServerHttpRequest request;

    ScopedExchange(ServerWebExchange exchange, RequestRetryScope scope) {
        super(exchange);
        this.scope = scope;
        this.request = new ServerHttpRequestDecorator(exchange.getRequest()) {
            @Override
            public Flux<DataBuffer> getBody() {
                return inScope(super.getBody());
            }
        };
    }

    Mono<Void> proceed(WebFilterChain chain) {
        return inScope(chain.filter(this)).then();
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        return inScope(super.getFormData()).singleOrEmpty();
    }

    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        return inScope(super.getMultipartData()).singleOrEmpty();
    }

    private <T> Flux<T> inScope(Publisher<T> source) {
        return Flux.from(
                subscriber -> run(() -> source.subscribe(new Signals<>(Operators.toCoreSubscriber(subscriber)))));
    }

    private void run(Runnable action) {
        Scope entered = RetryScopeHolder.enter(scope);
        try {
            action.run();
        } finally {
            entered.close();
        }
    }

    private final class Signals<T> implements CoreSubscriber<T> {

        private final CoreSubscriber<? super T> subscriber;

        Signals(CoreSubscriber<? super T> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(T value) {
            run(() -> subscriber.onNext(value));
        }

        @Override
        public void onError(Throwable failure) {
            run(() -> subscriber.onError(failure));
        }

        @Override
        public void onComplete() {
            run(subscriber::onComplete);
        }
    }
}
