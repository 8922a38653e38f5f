package io.backoff.http.server;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An exchange whose handler, if it waits for the body, is called in the layer of the request as well. */
final class LayeredExchange extends ServerWebExchangeDecorator {

    private final RequestLayer layer;
    private final ServerHttpRequest request;

    LayeredExchange(ServerWebExchange exchange, RequestLayer layer) {
        super(exchange);
        this.layer = layer;
        this.request = new LayeredRequest(exchange.getRequest(), layer);
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        return new InLayer<>(super.getFormData(), layer).singleOrEmpty();
    }

    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        return new InLayer<>(super.getMultipartData(), layer).singleOrEmpty();
    }

    private static final class LayeredRequest extends ServerHttpRequestDecorator {

        private final RequestLayer layer;

        LayeredRequest(ServerHttpRequest request, RequestLayer layer) {
            super(request);
            this.layer = layer;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return new InLayer<>(super.getBody(), layer);
        }
    }
}
