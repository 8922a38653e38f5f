package io.backoff.http.client;

import feign.Feign;
import feign.RequestInterceptor;
import feign.RequestLine;
import feign.Retryer;
import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** The ways to call a server under the policy {@code p}. */
enum Client {
    REST_CLIENT {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception {
            RestClient client = context.getBean(RestClient.Builder.class).build();
            blocking(
                    context,
                    () -> client.method(method)
                            .uri(url)
                            .headers(all -> all.addAll(headers))
                            .retrieve()
                            .toEntity(String.class));
        }
    },
    @SuppressWarnings("removal") // Applications use it until it is removed.
    REST_TEMPLATE {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception {
            RestTemplate client = context.getBean(RestTemplateBuilder.class).build();
            HttpEntity<String> entity = new HttpEntity<>(method == HttpMethod.POST ? "order" : null, headers);
            blocking(context, () -> client.exchange(url, method, entity, String.class));
        }
    },
    WEB_CLIENT_BLOCKING {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception {
            blocking(
                    context,
                    () -> request(context, url, method, headers)
                            .retrieve()
                            .toEntity(String.class)
                            .block());
        }
    },
    WEB_CLIENT_FUTURE {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) {
            context.getBean(BackoffOperations.class)
                    .callAsync(
                            "p",
                            () -> request(context, url, method, headers)
                                    .retrieve()
                                    .toEntity(String.class)
                                    .toFuture())
                    .join();
        }
    },
    WEB_CLIENT_REACTIVE {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) {
            context.getBean(BackoffReactor.class)
                    .call(
                            "p",
                            () -> request(context, url, method, headers)
                                    .retrieve()
                                    .toEntity(String.class))
                    .block();
        }
    },
    HTTP_INTERFACE {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception {
            RestClient client = context.getBean(RestClient.Builder.class)
                    .baseUrl(url)
                    .defaultHeaders(all -> all.addAll(headers))
                    .build();
            Callee callee = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                    .build()
                    .createClient(Callee.class);
            blocking(context, callee::get);
        }
    },
    FEIGN {
        @Override
        void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception {
            Callee callee = Feign.builder()
                    .retryer(Retryer.NEVER_RETRY)
                    .requestInterceptor(request -> headers.forEach(request::header))
                    .requestInterceptor(all(context))
                    .target(Callee.class, url);
            blocking(context, callee::get);
        }
    };

    abstract void call(ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) throws Exception;

    void get(ApplicationContext context, String url) throws Exception {
        call(context, url, HttpMethod.GET, HttpHeaders.EMPTY);
    }

    private static void blocking(ApplicationContext context, Request request) throws Exception {
        context.getBean(BackoffOperations.class).call("p", () -> {
            request.send();
            return null;
        });
    }

    private static WebClient.RequestHeadersSpec<?> request(
            ApplicationContext context, String url, HttpMethod method, HttpHeaders headers) {
        WebClient client = context.getBean(WebClient.Builder.class).build();
        WebClient.RequestBodySpec request = client.method(method).uri(url).headers(all -> all.addAll(headers));
        return method == HttpMethod.POST ? request.bodyValue("order") : request;
    }

    // Like Spring Cloud.
    private static RequestInterceptor all(ApplicationContext context) {
        return request -> context.getBeanProvider(RequestInterceptor.class)
                .orderedStream()
                .forEach(each -> each.apply(request));
    }

    interface Callee {

        @GetExchange("/")
        @RequestLine("GET /")
        @Nullable
        String get();
    }

    private interface Request {

        void send() throws Exception;
    }
}
