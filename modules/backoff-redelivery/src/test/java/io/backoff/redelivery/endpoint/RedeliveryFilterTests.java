package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.boot.actuate.endpoint.SecurityContext.NONE;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.DeadLetter;
import io.backoff.redelivery.delivery.CallCompletion;
import io.backoff.redelivery.delivery.Stored;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Delivery;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.PausedBy;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Redriven;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Report;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.EventListener;

/** Requests to the endpoint that concern more than one dead letter. */
@ExtendWith(OutputCaptureExtension.class)
class RedeliveryFilterTests {

    private final ApplicationContextRunner application = Stored.runner(Mailer.class, Audit.class)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=backoffredeliveries",
                    "backoff.policies.mail.max-attempts=1");

    /** Creates one dead letter a minute from 2026-01-01T00:00:00Z on: five letters, and a bill. */
    private void run(Question question) {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            mailer.down(true);
            for (int number = 0; number < 6; number++) {
                if (number == 5) {
                    mailer.bill("bill");
                } else {
                    mailer.send("m-" + number);
                }
                stored.makeDue();
                stored.time().advance(Duration.ofMinutes(1));
            }
            question.ask(stored, stored.bean(RedeliveryEndpoint.class));
        });
    }

    @Test
    void pagesBeginWithTheLatest() {
        run((stored, endpoint) -> {
            Report first = report(endpoint.deadLetters(null, null, null, null, null, "4"));
            assertThat(first.deadLetters())
                    .hasSize(4)
                    .first()
                    .extracting(DeadLetter::method)
                    .isEqualTo("bill");
            assertThat(first.total()).isEqualTo(6);
            assertThat(first.methods()).isEqualTo(Map.of("Mailer.send", 5L, "bill", 1L));
            Report second = report(endpoint.deadLetters(null, null, null, null, "1", "4"));
            assertThat(second.deadLetters())
                    .hasSize(2)
                    .last()
                    .extracting(DeadLetter::storedAt)
                    .isEqualTo("2026-01-01T00:00:00Z");
            assertThat(report(endpoint.deadLetters(null, null, null, null, "2", "4"))
                            .deadLetters())
                    .isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "Mailer.send, , , , 5",
        "bill, , , , 1",
        "Mailer.bill, , , , 1",
        "Mailer.gone, , , , 0",
        ", IllegalState, , , 6",
        ", mail SERVER, , , 6",
        ", SocketTimeout, , , 0",
        "bill, is down, , , 1",
        ", , 2026-01-01T00:02:00Z, , 4",
        ", , , 2026-01-01T00:02:00Z, 2",
        "Mailer.send, down, 2026-01-01T00:01:00Z, 2026-01-01T00:03:00Z, 2"
    })
    void filters(
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until,
            int number) {
        run((stored, endpoint) -> {
            Report report = report(endpoint.deadLetters(method, failure, since, until, null, null));
            assertThat(report.total()).isEqualTo(number);
            assertThat(report.deadLetters()).hasSize(number);
            Object redriven = body(endpoint.redriveAll(NONE, method, failure, since, until, null, null));
            assertThat(redriven).isEqualTo(new Redriven(number, 0));
            assertThat(stored.waiting()).isEqualTo(number);
            assertThat(stored.dead()).isEqualTo(6 - number);
        });
    }

    @ParameterizedTest
    @CsvSource({
        ", , , method, required",
        ", , false, method, required",
        ", , yes, all, true or false",
        "bill, , true, all, only allowed alone",
        ", down, true, all, only allowed alone"
    })
    void redrivesAllOnlyIfTheRequestSaysSo(
            @Nullable String method, @Nullable String failure, @Nullable String all, String parameter, String allowed) {
        run((stored, endpoint) -> {
            WebEndpointResponse<?> response = endpoint.redriveAll(NONE, method, failure, null, null, null, all);
            assertThat(response.getStatus()).isEqualTo(400);
            Map<?, ?> problem = (Map<?, ?>) body(response);
            assertThat(problem.get("parameter")).isEqualTo(parameter);
            assertThat(problem.get("allowed").toString()).startsWith(allowed);
            assertThat(stored.dead()).isEqualTo(6);
            assertThat(body(endpoint.redriveAll(NONE, null, null, null, null, null, "true")))
                    .isEqualTo(new Redriven(6, 0));
        });
    }

    @Test
    void rejectsAllBesideASwitch() {
        run((stored, endpoint) -> {
            assertThat(endpoint.redriveAll(NONE, null, null, null, null, "true", "true")
                            .getStatus())
                    .isEqualTo(400);
            assertThat(stored.count("select count(*) from scheduled_tasks")).isEqualTo(6);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "by hand",
                "a key that is longer than the sixty characters of an id, but has no colons",
                "00000000-0000-0000-0000-000000000000:yesterday!:bill"
            })
    void survivesRowsWithMalformedKeys(String key) {
        run((stored, endpoint) -> {
            stored.execute("insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)"
                    + " select task_name, '" + key + "', execution_time, false, 1 from scheduled_tasks limit 1");
            stored.execute("insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)"
                    + " select 'backoff-redelivery', '" + key
                    + "', execution_time, false, 1 from scheduled_tasks limit 1");
            Report report = report(endpoint.deadLetters(null, null, null, null, null, null));
            assertThat(report.total()).isEqualTo(7);
            assertThat(report.deadLetters()).hasSize(7);
            assertThat(report.delivery().values().stream()
                            .mapToLong(Delivery::waiting)
                            .sum())
                    .isOne();
            String id = report.deadLetters().stream()
                    .map(DeadLetter::id)
                    .filter(key::startsWith)
                    .findFirst()
                    .orElseThrow();
            assertThat(endpoint.deadLetter(id)).isNotNull();
            stored.tidyUp();
            assertThat(body(endpoint.redriveAll(NONE, null, null, null, null, null, "true")))
                    .isEqualTo(new Redriven(6, 1));
            assertThat(stored.dead()).isOne();
            assertThat(endpoint.delete(NONE, id).getStatus()).isEqualTo(204);
        });
    }

    @Test
    void deletesWhatFitsButNeverAllByMistake() {
        run((stored, endpoint) -> {
            assertThat(endpoint.deleteAll(NONE, null, null, null, null).getStatus())
                    .isEqualTo(400);
            assertThat(stored.dead()).isEqualTo(6);
            endpoint.deleteAll(NONE, "Mailer.send", null, "2026-01-01T00:01:00Z", null);
            assertThat(stored.dead()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @CsvSource({
        ", , , -1, , page, -1, a whole number from 0 to 10000",
        ", , , one, , page, one, a whole number from 0 to 10000",
        ", , , , 501, size, 501, a whole number from 1 to 500",
        ", yesterday, , , , since, yesterday, 'an instant in ISO-8601, such as 2026-03-01T12:00:00Z'",
        ", 2026-01-02T00:00:00Z, 2026-01-01T00:00:00Z, , , until, 2026-01-01T00:00:00Z, a time after 'since'"
    })
    void rejectsWhatItCannotRead(
            @Nullable String method,
            @Nullable String since,
            @Nullable String until,
            @Nullable String page,
            @Nullable String size,
            String parameter,
            String value,
            String allowed) {
        run((stored, endpoint) -> {
            WebEndpointResponse<?> response = endpoint.deadLetters(method, null, since, until, page, size);
            assertThat(response.getStatus()).isEqualTo(400);
            assertThat(response.getContentType()).hasToString("application/problem+json");
            Map<?, ?> problem = (Map<?, ?>) body(response);
            assertThat(problem.get("parameter")).isEqualTo(parameter);
            assertThat(problem.get("value")).isEqualTo(value);
            assertThat(problem.get("allowed")).isEqualTo(allowed);
        });
    }

    @Test
    void repeatsNoMoreThanTwoHundredCharacters() {
        run((stored, endpoint) -> {
            Map<?, ?> problem = (Map<?, ?>) body(endpoint.deadLetters(null, null, "x".repeat(5_000), null, null, null));
            assertThat(problem.get("value").toString()).hasSize(200);
            assertThat(problem.get("detail").toString()).hasSizeLessThan(200);
        });
    }

    @Test
    void pausesAndResumes() {
        run((stored, endpoint) -> {
            endpoint.redriveAll(NONE, "bill", null, null, null, "true", null);
            Mailer mailer = stored.bean(Mailer.class);
            mailer.down(false);
            endpoint.redriveAll(NONE, null, null, null, null, null, "true");
            stored.makeDue();
            assertThat(mailer.sent()).hasSize(5).doesNotContain("bill bill");
            Delivery bill = report(endpoint.deadLetters(null, null, null, null, null, null))
                    .delivery()
                    .get("bill");
            assertThat(bill.waiting()).isOne();
            assertThat(bill.oldest()).isEqualTo("2026-01-01T00:06:00Z");
            assertThat(bill.paused()).isTrue();
            assertThat(bill.reason()).contains("through the endpoint");
            endpoint.redriveAll(NONE, "bill", null, null, null, "false", null);
            stored.makeDue();
            assertThat(mailer.sent()).contains("bill bill");
        });
    }

    @Test
    void everyInstanceShowsWhoPausedDelivery() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        ApplicationContextRunner instance = Stored.runner(url, Mailer.class)
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=backoffredeliveries",
                        "backoff.policies.mail.max-attempts=1");
        PausedBy ada = new PausedBy("ada", "endpoint", "2026-01-01T00:00:00Z");
        Stored.run(instance, stored -> {
            RedeliveryEndpoint endpoint = stored.bean(RedeliveryEndpoint.class);
            endpoint.redriveAll(new Person("ada"), null, null, null, null, "true", null);
            stored.time().advance(Duration.ofMinutes(1));
            endpoint.redriveAll(new Person("bob"), null, null, null, null, "true", null);
            assertThat(pauses(endpoint)).containsOnly(ada);
        });
        Stored.run(instance, stored -> {
            RedeliveryEndpoint endpoint = stored.bean(RedeliveryEndpoint.class);
            assertThat(pauses(endpoint)).hasSize(2).containsOnly(ada);
            endpoint.redriveAll(NONE, "bill", null, null, null, "false", null);
            assertThat(pauses(endpoint)).containsExactlyInAnyOrder(ada, null);
            stored.overwrite("no JSON");
            stored.time().advance(Duration.ofMinutes(1));
            assertThat(pauses(endpoint)).containsOnlyNulls();
            assertThat(report(endpoint.deadLetters(null, null, null, null, null, null))
                            .delivery()
                            .get("Mailer.send")
                            .paused())
                    .isTrue();
        });
    }

    private static List<@Nullable PausedBy> pauses(RedeliveryEndpoint endpoint) {
        return report(endpoint.deadLetters(null, null, null, null, null, null)).delivery().values().stream()
                .map(Delivery::pause)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "bill, , maybe, paused, true or false",
        "bil, , true, method, 'one of Mailer.send, bill, or absent for all'",
        "bill, down, true, paused, 'only allowed alone, or together with ''method'''"
    })
    void rejectsSwitchesThatItDoesNotKnow(
            String method, @Nullable String failure, String paused, String parameter, String allowed) {
        run((stored, endpoint) -> {
            Map<?, ?> problem = (Map<?, ?>) body(endpoint.redriveAll(NONE, method, failure, null, null, paused, null));
            assertThat(problem.get("parameter")).isEqualTo(parameter);
            assertThat(problem.get("allowed")).isEqualTo(allowed);
            assertThat(stored.count("select count(*) from scheduled_tasks")).isEqualTo(6);
        });
    }

    @Test
    void leavesATraceOfWhatPeopleDid(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel(RedeliveryOperator.class.getName(), LogLevel.INFO);
        logging.setLogLevel(CallCompletion.class.getName(), LogLevel.WARN);
        run((stored, endpoint) -> {
            SecurityContext ada = new Person("ada");
            String id = stored.events().get(0).id();
            assertThat(output.getOut())
                    .containsOnlyOnce("Stored call " + id + " of 'Mailer.send' is a dead letter after attempt 1:"
                            + " java.lang.IllegalStateException: the mail server is down");
            endpoint.redriveAll(ada, null, null, null, null, "true", null);
            endpoint.delete(ada, id);
            endpoint.delete(ada, id);
            endpoint.redriveAll(NONE, "Mailer.send", "down", null, null, null, null);
            endpoint.redriveAll(ada, null, null, null, null, "false", null);
            List<AuditEvent> events = stored.bean(Audit.class).events;
            assertThat(events).extracting(AuditEvent::getType).hasSize(4).containsOnly("BACKOFF_REDELIVERY");
            assertThat(events).extracting(AuditEvent::getPrincipal).containsExactly("ada", "ada", "unknown", "ada");
            assertThat(events)
                    .extracting(AuditEvent::getData)
                    .containsExactly(
                            data("ada", "endpoint", "pause", "*", 2, Map.of()),
                            data("ada", "endpoint", "delete", "Mailer.send", 1, Map.of("id", id)),
                            data(
                                    "unknown",
                                    "jmx",
                                    "redrive",
                                    "Mailer.send",
                                    4,
                                    Map.of("method", "Mailer.send", "failure", "down")),
                            data("ada", "endpoint", "resume", "*", 2, Map.of()));
        });
        logging.setLogLevel(RedeliveryOperator.class.getName(), null);
        logging.setLogLevel(CallCompletion.class.getName(), null);
        assertThat(output.getOut())
                .containsOnlyOnce("Stored calls: pause of all methods by ada (endpoint): 2")
                .containsOnlyOnce("Stored calls: redrive of Mailer.send by unknown (jmx): 4, where {");
    }

    private static Map<String, Object> data(
            String by, String source, String action, String method, int count, Map<String, String> filter) {
        return Map.of(
                "by",
                by,
                "source",
                source,
                "action",
                action,
                "method",
                method,
                "count",
                count,
                "filter",
                filter,
                "at",
                "2026-01-01T00:06:00Z");
    }

    private static Object body(WebEndpointResponse<?> response) {
        return response.getBody();
    }

    private static Report report(WebEndpointResponse<?> response) {
        return (Report) body(response);
    }

    private interface Question {

        void ask(Stored stored, RedeliveryEndpoint endpoint);
    }

    private record Person(String name) implements SecurityContext {

        @Override
        public Principal getPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    }

    static class Audit {

        private final List<AuditEvent> events = new ArrayList<>();

        @EventListener
        void heard(AuditApplicationEvent event) {
            events.add(event.getAuditEvent());
        }
    }
}
