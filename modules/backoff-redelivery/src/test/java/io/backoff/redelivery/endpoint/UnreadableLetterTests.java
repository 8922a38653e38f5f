package io.backoff.redelivery.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.boot.actuate.endpoint.SecurityContext.NONE;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.DeadLetter;
import io.backoff.redelivery.delivery.Stored;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Deleted;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Redriven;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Report;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.json.JsonMapper;

/** Five dead letters; the row of one was not written by the library. */
@Logged(LetterBatch.class)
class UnreadableLetterTests {

    private final ApplicationContextRunner application = Stored.runner(Mailer.class, Audit.class)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=backoffredeliveries",
                    "backoff.policies.mail.max-attempts=1");

    @ParameterizedTest
    @ValueSource(strings = {"{\"cause\":\"NEW\"}", "{", "no JSON", "", "null"})
    void isShownAndLeftOut(String data, CapturedOutput output) {
        run(data, (stored, endpoint, id) -> {
            Report report = (Report)
                    endpoint.deadLetters(null, null, null, null, null, null).getBody();
            assertThat(report.total()).isEqualTo(5);
            assertThat(report.deadLetters()).hasSize(5);
            DeadLetter letter = report.deadLetters().get(2);
            assertThat(letter).isEqualTo(endpoint.deadLetter(id));
            assertThat(letter.method()).isEqualTo("Mailer.send");
            assertThat(letter.failure()).startsWith("the row cannot be read: ");
            assertThat(JsonMapper.shared().valueToTree(letter).propertyNames())
                    .containsExactly("id", "method", "attempts", "failure");
            Object redriven = endpoint.redriveAll(NONE, null, null, null, null, null, "true")
                    .getBody();
            assertThat(redriven).isEqualTo(new Redriven(4, 1));
            assertThat(stored.waiting()).isEqualTo(4);
            assertThat(stored.dead()).isOne();
            assertThat(stored.bean(Audit.class).counts).containsExactly(4);
            assertThat(output.getOut())
                    .containsOnlyOnce("Dead letters that cannot be read are kept: 1, among them [" + id + "]");
        });
    }

    @Test
    void isNotFoundByItsFailure() {
        run("{}", (stored, endpoint, id) -> {
            assertThat(endpoint.deleteAll(NONE, null, "down", null, null).getBody())
                    .isEqualTo(new Deleted(4));
            assertThat(stored.dead()).isOne();
        });
    }

    @Test
    void canBeDeletedButNotRedriven() {
        run("{}", (stored, endpoint, id) -> {
            assertThat(endpoint.redrive(NONE, id).getBody()).isEqualTo(new Redriven(0, 1));
            assertThat(stored.dead()).isEqualTo(5);
            assertThat(endpoint.delete(NONE, id).getStatus()).isEqualTo(204);
            assertThat(stored.dead()).isEqualTo(4);
        });
    }

    @Test
    void failedIsAMemberOnlyWhereSomethingFailed() {
        JsonMapper mapper = JsonMapper.shared();
        assertThat(mapper.writeValueAsString(new Redriven(0, 0))).isEqualTo("{\"redriven\":0}");
        assertThat(mapper.writeValueAsString(new Redriven(4, 1))).isEqualTo("{\"redriven\":4,\"failed\":1}");
    }

    /** The third insert fails. */
    @Test
    void whatIsDoneBeforeTheDatabaseFailsLeavesATrace() {
        run("null", (stored, endpoint, id) -> {
            stored.execute("alter table scheduled_tasks add constraint few check (task_name <> 'backoff-redelivery'"
                    + " or task_data is null or position('m-1' in utf8tostring(task_data)) = 0)");
            assertThatThrownBy(() -> endpoint.redriveAll(NONE, null, null, null, null, null, "true"))
                    .isInstanceOf(RuntimeException.class);
            assertThat(stored.waiting()).isEqualTo(2);
            assertThat(stored.bean(Audit.class).counts).containsExactly(2);
        });
    }

    private void run(String data, Question question) {
        Stored.run(application, stored -> {
            stored.bean(Mailer.class).down(true);
            for (int number = 0; number < 5; number++) {
                stored.bean(Mailer.class).send("m-" + number);
                stored.makeDue();
                stored.time().advance(Duration.ofMinutes(1));
            }
            String id = stored.events().get(2).id();
            stored.execute("update scheduled_tasks set task_data = "
                    + (data.equals("null") ? "null" : "stringtoutf8('" + data + "')") + " where task_instance like '"
                    + id + "%'");
            question.ask(stored, stored.bean(RedeliveryEndpoint.class), id);
        });
    }

    private interface Question {

        void ask(Stored stored, RedeliveryEndpoint endpoint, String id);
    }

    static class Audit {

        private final List<Object> counts = new ArrayList<>();

        @EventListener
        void heard(AuditApplicationEvent event) {
            AuditEvent audit = event.getAuditEvent();
            counts.add(audit.getData().get("count"));
        }
    }
}
