package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.AheadOfTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** An application with an HTTP service group that is processed ahead of time; its policy is known only when it runs. */
class ServiceGroupGeneratedContextTests {

    @Test
    @CompileWithForkedClassLoader // The generated code of the registry uses package-private types of its package.
    void guardsTheClientsOfAGroup() {
        AheadOfTime built = AheadOfTime.build(
                Application.class, Map.of("backoff.policies.payments.retry-on-result", "#result.state == 'busy'"));

        assertThat(reflection().onMethodInvocation(Payment.class, "state")).accepts(built.hints());
        built.compile(application -> application.run(
                Map.of(
                        "spring.http.serviceclient.payments.base-url", "http://localhost:1",
                        "backoff.http.client.groups.payments", "payments",
                        "backoff.policies.payments.max-attempts", "2"),
                context -> {
                    assertThat(catchThrowable(context.getBean(PaymentClient.class)::find))
                            .isNotNull();
                    assertThat(context.getBean(RecordingListener.class).decisions())
                            .hasSize(2);
                }));
    }

    @Configuration(proxyBeanMethods = false)
    @Import({FakeTime.class, RecordingListener.class})
    @ImportAutoConfiguration({
        BackoffAutoConfiguration.class,
        BackoffHttpClientAutoConfiguration.class,
        HttpServiceClientAutoConfiguration.class,
        HttpServiceClientPropertiesAutoConfiguration.class,
        ImperativeHttpClientAutoConfiguration.class,
        RestClientAutoConfiguration.class
    })
    @ImportHttpServices(group = "payments", types = PaymentClient.class)
    public static class Application {}

    public interface PaymentClient {

        @GetExchange("/")
        Payment find();
    }

    public record Payment(String state) {}
}
