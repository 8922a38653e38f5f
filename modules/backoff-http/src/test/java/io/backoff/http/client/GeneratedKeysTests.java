package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.testkit.FakeCallee;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;

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
