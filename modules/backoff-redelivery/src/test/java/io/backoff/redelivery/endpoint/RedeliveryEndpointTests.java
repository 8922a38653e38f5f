package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.boot.actuate.endpoint.SecurityContext.NONE;

import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallStore;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.delivery.Stored;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Redriven;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public class RedeliveryEndpointTests {

    private final ApplicationContextRunner hidden = Stored.runner(Mailer.class);
    private final ApplicationContextRunner application =
            hidden.withPropertyValues("management.endpoints.web.exposure.include=backoffredeliveries");

    @Test
    void isAbsentUnlessExposed() {
        hidden.run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(RedeliveryEndpoint.class));
    }

    @Test
    void isAbsentOverJmxUnlessExposed() {
        hidden.withPropertyValues("spring.jmx.enabled=true")
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(RedeliveryEndpoint.class));
    }

    @Test
    void isAbsentWithoutActuator() {
        application
                .withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .hasSingleBean(DeadLetters.class)
                        .doesNotHaveBean("backoffRedeliveryEndpoint"));
    }

    @Test
    void offersReadsWritesAndDeletes() {
        application.run(running -> assertThat(operations(running))
                .containsExactlyInAnyOrder(
                        "GET backoffredeliveries",
                        "POST backoffredeliveries",
                        "GET backoffredeliveries/{id}",
                        "POST backoffredeliveries/{id}",
                        "DELETE backoffredeliveries",
                        "DELETE backoffredeliveries/{id}"));
    }

    @Test
    void listsDeadLettersWithoutTheirArguments() {
        ask((stored, endpoint) -> {
            Report report = report(endpoint, null);
            assertThat(report.total()).isEqualTo(3);
            assertThat(report.methods()).containsOnly(Map.entry("Mailer.send", 2L), Map.entry("bill", 1L));
            assertThat(report(endpoint, "bill").deadLetters()).hasSize(1).allSatisfy(letter -> {
                JsonNode json = JsonMapper.shared().valueToTree(letter);
                assertThat(json.propertyNames())
                        .containsExactly("id", "bean", "method", "attempts", "storedAt", "lastAttemptAt", "failure");
                assertThat(json.toString()).doesNotContain("secret").contains("\"failure\":\"java.lang");
                assertThat(endpoint.deadLetter(letter.id())).isEqualTo(letter);
            });
        });
    }

    @Test
    void makesACallAgainFromItsFirstAttempt() {
        ask((stored, endpoint) -> {
            String id = report(endpoint, "bill").deadLetters().get(0).id();
            stored.bean(Mailer.class).mend();
            assertThat(endpoint.redrive(NONE, id).getBody().redriven()).isOne();
            assertThat(endpoint.deadLetter(id)).isNull();
            assertThat(stored.data(CallStore.TASK)).contains("\"attempts\":0", "\"secret\"");
            stored.makeDue();
            assertThat(stored.waiting()).isZero();
            assertThat(stored.dead()).isEqualTo(2);
            assertThat(stored.bean(Mailer.class).sent()).containsExactly("bill secret");
        });
    }

    @Test
    void whatFailsAgainIsADeadLetterAgain() {
        ask((stored, endpoint) -> {
            String id = report(endpoint, "bill").deadLetters().get(0).id();
            endpoint.redrive(NONE, id);
            stored.makeDue();
            assertThat(endpoint.deadLetter(id)).isNotNull();
            assertThat(stored.events()).hasSize(4);
        });
    }

    @Test
    void makesAllCallsOfAMethodAgain() {
        ask((stored, endpoint) -> {
            stored.bean(Mailer.class).mend();
            assertThat(redrive(endpoint, "Mailer.send")).isEqualTo(new Redriven(2, 0));
            assertThat(redrive(endpoint, null)).isEqualTo(new Redriven(1, 0));
            stored.makeDue();
            assertThat(stored.bean(Mailer.class).sent()).hasSize(3);
            assertThat(report(endpoint, null).total()).isZero();
        });
    }

    @Test
    void deletes() {
        ask((stored, endpoint) -> {
            String id = report(endpoint, null).deadLetters().get(0).id();
            assertThat(endpoint.delete(NONE, id).getStatus()).isEqualTo(204);
            assertThat(endpoint.delete(NONE, id).getStatus()).isEqualTo(404);
            assertThat(endpoint.redrive(NONE, id).getStatus()).isEqualTo(404);
            assertThat(report(endpoint, null).total()).isEqualTo(2);
        });
    }

    @Test
    void deadLettersAreNotPolled() {
        ask((stored, endpoint) -> {
            stored.time().advance(Duration.ofDays(365));
            stored.makeDue();
            assertThat(stored.dead()).isEqualTo(3);
            assertThat(stored.events()).hasSize(3);
        });
    }

    private static Report report(RedeliveryEndpoint endpoint, String method) {
        return (Report)
                endpoint.deadLetters(method, null, null, null, null, null).getBody();
    }

    private static Object redrive(RedeliveryEndpoint endpoint, String method) {
        return endpoint.redriveAll(NONE, method, null, null, null, null, method == null ? "true" : null)
                .getBody();
    }

    private void ask(Question question) {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            mailer.send("secret 1");
            mailer.send("secret 2");
            mailer.bill("secret");
            stored.makeDue();
            question.ask(stored, stored.bean(RedeliveryEndpoint.class));
        });
    }

    private static List<String> operations(ApplicationContext context) {
        var discoverer = new WebEndpointDiscoverer(
                context,
                new ConversionServiceParameterValueMapper(),
                EndpointMediaTypes.DEFAULT,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        List<String> operations = new ArrayList<>();
        discoverer.getEndpoints().forEach(endpoint -> {
            for (WebOperation each : endpoint.getOperations()) {
                var predicate = each.getRequestPredicate();
                operations.add(predicate.getHttpMethod() + " " + predicate.getPath());
            }
        });
        return operations;
    }

    private interface Question {

        void ask(Stored stored, RedeliveryEndpoint endpoint);
    }

    /** Public, because proxies in other class loaders extend it. */
    public static class Mailer {

        private final List<String> sent = new ArrayList<>();
        private boolean mended;

        List<String> sent() {
            return sent;
        }

        void mend() {
            mended = true;
        }

        @Redeliver
        public void send(String mail) {
            make(mail);
        }

        @Redeliver(name = "bill")
        public void bill(String mail) {
            make("bill " + mail);
        }

        private void make(String mail) {
            if (!mended) {
                throw new NoClassDefFoundError("half deployed");
            }
            sent.add(mail);
        }
    }
}
