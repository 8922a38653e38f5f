package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import io.backoff.testkit.FakeCallee;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

class GeneratedKeysTests {

    private final ApplicationContextRunner context =
            ClientApplication.runner().withPropertyValues("backoff.http.client.idempotency-key=true");

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"HTTP_INTERFACE", "FEIGN"}) // These only support GET.
    void sendTheSameKeyInEachAttemptOfACall(Client client) {
        context.run(running -> {
            for (var method : List.of(HttpMethod.POST, HttpMethod.PATCH)) {
                catchThrowable(() -> client.call(running, callee.url(), method, HttpHeaders.EMPTY));
            }
        });
        var keys = callee.keys();
        assertThat(keys).hasSize(6).allSatisfy(key -> assertThat(key).hasSize(1));
        assertThat(Set.copyOf(keys.subList(0, 3))).hasSize(1);
        assertThat(Set.copyOf(keys.subList(3, 6))).hasSize(1);
        assertThat(Set.copyOf(keys)).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void leaveMethodsAloneThatMayBeRepeated(Client client) {
        context.run(running -> catchThrowable(() -> client.get(running, callee.url())));
        assertThat(callee.keys()).hasSize(3).allMatch(List::isEmpty);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"HTTP_INTERFACE", "FEIGN"})
    void leaveTheKeyOfTheApplication(Client client) {
        HttpHeaders own = new HttpHeaders();
        own.set("Idempotency-Key", "mine");
        context.run(running -> catchThrowable(() -> client.call(running, callee.url(), HttpMethod.POST, own)));
        assertThat(callee.keys()).hasSize(3).containsOnly(List.of("mine"));
    }

    @ParameterizedTest
    @MethodSource
    void leaveTheKeyThatAFilterOfTheApplicationAdds(List<ExchangeFilterFunction> filters) {
        postThrough(filters);
        assertThat(callee.keys()).hasSize(3).containsOnly(List.of("mine"));
    }

    static Stream<List<ExchangeFilterFunction>> leaveTheKeyThatAFilterOfTheApplicationAdds() {
        ExchangeFilterFunction adds = (request, next) -> next.exchange(
                ClientRequest.from(request).header("Idempotency-Key", "mine").build());
        ExchangeFilterFunction addsIfAbsent =
                (request, next) -> request.headers().containsHeader("Idempotency-Key")
                        ? next.exchange(request)
                        : adds.filter(request, next);
        ExchangeFilterFunction addsWhenSent = (request, next) -> next.exchange(ClientRequest.from(request)
                .httpRequest(sent -> sent.getHeaders().add("Idempotency-Key", "mine"))
                .build());
        return Stream.of(
                List.of(adds),
                List.of(addsWhenSent),
                List.of(addsIfAbsent),
                List.of(adds, GeneratedKeysTests::rebuild),
                List.of(GeneratedKeysTests::rebuild, adds));
    }

    @Test
    void surviveAFilterThatRebuildsTheRequest() {
        postThrough(List.of(GeneratedKeysTests::rebuild));
        assertThat(callee.keys()).hasSize(3).allSatisfy(key -> assertThat(key).hasSize(1));
        assertThat(Set.copyOf(callee.keys())).hasSize(1);
    }

    @Test
    void surviveAFilterThatReplacesTheBody() {
        postThrough(List.of((request, next) -> next.exchange(ClientRequest.from(request)
                .body(BodyInserters.fromValue("signed"))
                .build())));
        assertThat(callee.keys()).hasSize(3).allSatisfy(key -> assertThat(key).hasSize(1));
        assertThat(Set.copyOf(callee.keys())).hasSize(1);
    }

    /** Rebuilds the request for the address of an instance, as a load balancer does. */
    private static Mono<ClientResponse> rebuild(ClientRequest request, ExchangeFunction next) {
        return next.exchange(ClientRequest.create(request.method(), request.url())
                .headers(all -> all.addAll(request.headers()))
                .body(request.body())
                .build());
    }

    private void postThrough(List<ExchangeFilterFunction> filters) {
        context.run(running -> {
            WebClient client = running.getBean(WebClient.Builder.class)
                    .filters(all -> all.addAll(filters))
                    .build();
            catchThrowable(() -> running.getBean(BackoffOperations.class)
                    .call(
                            "p",
                            () -> client.post()
                                    .uri(callee.url())
                                    .retrieve()
                                    .toBodilessEntity()
                                    .block()));
        });
    }

    @Test
    void distinguishRequestsOfOneCall() {
        context.run(running -> {
            RestClient client = running.getBean(RestClient.Builder.class).build();
            catchThrowable(() -> running.getBean(BackoffOperations.class).call("p", () -> {
                catchThrowable(() -> post(client, "/a"));
                catchThrowable(() -> post(client, "/b"));
                post(client, "/a");
                return null;
            }));
        });
        var keys = callee.keys();
        assertThat(keys).hasSize(9);
        assertThat(Set.copyOf(keys.subList(0, 3))).hasSize(3);
        assertThat(keys.subList(3, 6)).isEqualTo(keys.subList(0, 3));
        assertThat(keys.subList(6, 9)).isEqualTo(keys.subList(0, 3));
    }

    /** The work of an attempt that has timed out may go on in the background, and send its request late. */
    @ParameterizedTest
    @EnumSource
    void areTheSameForALateRequestOfAnEarlierAttempt(Kind kind) {
        AtomicInteger attempts = new AtomicInteger();
        context.run(running -> {
            RestClient client = running.getBean(RestClient.Builder.class).build();
            AtomicReference<ContextSnapshot> first = new AtomicReference<>();
            AtomicReference<ContextSnapshot> second = new AtomicReference<>();
            ContextSnapshotFactory contexts = ContextSnapshotFactory.builder().build();
            Runnable attempt = () -> {
                switch (attempts.incrementAndGet()) {
                    case 1 -> first.set(contexts.captureAll());
                    case 2 -> {
                        post(client, "/a");
                        first.get().wrap(() -> post(client, "/a")).run();
                        second.set(contexts.captureAll());
                    }
                    default -> {
                        second.get().wrap(() -> post(client, "/a")).run();
                        first.get().wrap(() -> post(client, "/a")).run();
                        post(client, "/a");
                        post(client, "/a");
                    }
                }
                throw new IllegalStateException("down");
            };
            callee.answers(200, Map.of(), "");
            catchThrowable(() -> kind.call(running, attempt));
        });
        assertThat(attempts).hasValue(3);
        var keys = callee.keys();
        assertThat(keys).hasSize(6);
        // The second requests of attempts 1, 2 and 3 are the same request, too.
        assertThat(keys.get(1)).isEqualTo(keys.get(0)).isEqualTo(keys.get(4));
        assertThat(keys.get(2)).isEqualTo(keys.get(3)).isEqualTo(keys.get(5)).isNotEqualTo(keys.get(0));
    }

    /** How an attempt runs. */
    enum Kind {
        BLOCKING {
            @Override
            void call(ApplicationContext running, Runnable attempt) {
                running.getBean(BackoffOperations.class).run("p", attempt::run);
            }
        },
        FUTURE {
            @Override
            void call(ApplicationContext running, Runnable attempt) {
                running.getBean(BackoffOperations.class)
                        .callAsync("p", () -> {
                            attempt.run();
                            return CompletableFuture.completedFuture("never");
                        })
                        .join();
            }
        },
        MONO {
            @Override
            void call(ApplicationContext running, Runnable attempt) {
                running.getBean(BackoffReactor.class)
                        .call("p", () -> Mono.fromRunnable(attempt))
                        .block();
            }
        };

        abstract void call(ApplicationContext running, Runnable attempt);
    }

    @Test
    void areTheSameForALateRequestInTheContextOfAnEarlierSubscriber() {
        AtomicReference<Context> first = new AtomicReference<>();
        context.run(running -> {
            WebClient client = running.getBean(WebClient.Builder.class).build();
            Mono<?> request = client.post().uri(callee.url() + "/a").retrieve().toBodilessEntity();
            BackoffReactor reactor = running.getBean(BackoffReactor.class);
            catchThrowable(() -> reactor.call(
                            "p",
                            () -> Mono.deferContextual(subscriber -> {
                                if (first.compareAndSet(null, Context.of(subscriber))) {
                                    return Mono.error(new IllegalStateException("down"));
                                }
                                return request.onErrorComplete().then(request.contextWrite(first.get()));
                            }))
                    .block());
        });
        assertThat(callee.keys()).hasSize(4);
        assertThat(callee.keys().get(1))
                .isEqualTo(callee.keys().get(0))
                .isEqualTo(callee.keys().get(2));
        assertThat(callee.keys().get(3)).isNotEqualTo(callee.keys().get(0));
    }

    @Test
    void areNotSentUnlessAskedFor() {
        ClientApplication.runner()
                .run(running -> catchThrowable(
                        () -> Client.REST_CLIENT.call(running, callee.url(), HttpMethod.POST, HttpHeaders.EMPTY)));
        assertThat(callee.keys()).hasSize(3).allMatch(List::isEmpty);
    }

    @Test
    void areNotSentOutsideOfGuardedCalls() {
        context.run(running -> catchThrowable(
                () -> post(running.getBean(RestClient.Builder.class).build(), "/a")));
        assertThat(callee.keys()).containsExactly(List.of());
    }

    private void post(RestClient client, String path) {
        client.post().uri(callee.url() + path).retrieve().toBodilessEntity();
    }
}
