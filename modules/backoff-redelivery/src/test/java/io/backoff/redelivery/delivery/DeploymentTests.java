package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.RedeliveryLifecycle;
import io.backoff.redelivery.call.DeadLetter;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Calls that one version of the application has stored and another one makes. */
@Logged({RedeliveryTaskHandler.class, CallCompletion.class})
class DeploymentTests {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @Test
    void anotherInstanceMakesTheCall() {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).send("m-1"));
        Stored.run(version(OldMailer.class), stored -> {
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactly("m-1");
        });
    }

    @Test
    void anExplicitNameOutlivesTheMethodAndItsClass() {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).confirm("m-1"));
        Stored.run(version(NewMailer.class), stored -> {
            stored.makeDue();
            assertThat(stored.bean(NewMailer.class).sent()).containsExactly("m-1");
        });
    }

    @Test
    void aCallWhoseMethodIsMissingStays() {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).send("m-1"));
        Stored.run(version(NewMailer.class), stored -> {
            stored.makeDue();
            assertThat(stored.makeNext()).isEqualTo(Duration.ofMinutes(1));
            assertThat(stored.waiting()).isOne();
            assertThat(stored.data()).contains("\"attempts\":0");
        });
        Stored.run(version(OldMailer.class), stored -> {
            stored.time().advance(Duration.ofMinutes(2));
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactly("m-1");
        });
    }

    @Test
    void aCallWhoseArgumentsDoNotFitStays() {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).count("m-1"));
        Stored.run(version(NewMailer.class), stored -> {
            stored.makeDue();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.bean(NewMailer.class).sent()).isEmpty();
        });
    }

    @Test
    void aCallThatNoInstanceCanMakeForAnHourIsADeadLetter() {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).count("m-1"));
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).send("m-2"));
        Stored.run(version(NewMailer.class), stored -> {
            stored.makeDue();
            stored.time().advance(Duration.ofMinutes(59));
            stored.makeDue();
            assertThat(stored.dead()).isZero();
            stored.time().advance(Duration.ofMinutes(1));
            stored.makeDue();
            assertThat(stored.waiting()).isZero();
            assertThat(stored.events())
                    .extracting(each -> each.failure().toString())
                    .anyMatch(reason -> reason.startsWith("its arguments do not fit the parameters: "))
                    .contains("there is no @Redeliver method with this name");
            assertThat(stored.bean(DeadLetters.class).page(DeadLetterFilter.ALL, 0, 10))
                    .extracting(DeadLetter::failure)
                    .contains("there is no @Redeliver method with this name");
        });
        Stored.run(version(OldMailer.class), stored -> {
            DeadLetters letters = stored.bean(DeadLetters.class);
            letters.instances(DeadLetterFilter.ALL, 0).forEach(letters::redrive);
            stored.time().advance(Duration.ofMinutes(70));
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactlyInAnyOrder("m-1", "m-2");
        });
    }

    /** It is not known which of the two beans is the renamed one. */
    @Test
    void aCallOfARenamedBeanStaysIfSeveralBeansHaveItsMethod(CapturedOutput output) {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            stored.overwrite(stored.data().replaceAll("\"bean\":\"[^\"]*\"", "\"bean\":\"former\""));
        });
        Stored.run(version(OldMailer.class).withBean("other", OldMailer.class), stored -> {
            stored.makeDue();
            assertThat(stored.waiting()).isOne();
        });
        assertThat(output).contains("several beans have a @Redeliver method with this name");
    }

    @Test
    void argumentsThatDoNotFitAreOnlyInTheTable(CapturedOutput output) {
        Stored.run(
                version(OldMailer.class), stored -> stored.bean(OldMailer.class).count("DE89370400440532"));
        Stored.run(version(NewMailer.class), stored -> {
            stored.makeDue();
            stored.time().advance(Duration.ofHours(1));
            stored.makeDue();
            assertThat(stored.data(DeadLetters.TASK)).contains("DE89370400440532");
            assertThat(stored.bean(DeadLetters.class).page(DeadLetterFilter.ALL, 0, 10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.failure())
                            .contains("argument 1 cannot be read as int")
                            .doesNotContain("DE89370400440532"));
            assertThat(stored.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.failure()).asString().doesNotContain("DE89370400440532"));
        });
        assertThat(output).contains("argument 1 cannot be read as int").doesNotContain("DE89370400440532");
    }

    @Test
    void dataThatCannotBeReadIsOnlyInTheTable(CapturedOutput output) {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            stored.overwrite("{\"arguments\":[DE89370400440532]}");
            stored.makeDue();
            assertThat(stored.bean(DeadLetters.class).page(DeadLetterFilter.ALL, 0, 10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.failure())
                            .contains("at line 1, column ")
                            .doesNotContain("DE89370400440532"));
            assertThat(stored.events())
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.failure()).hasNoCause().asString().doesNotContain("DE89370400440532"));
        });
        assertThat(output).contains("is a dead letter").doesNotContain("DE89370400440532");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "", "null", "{\"bean\":1}", "{"})
    void aRowThatCannotBeReadIsADeadLetterWithItsData(String data) {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            String written = stored.data();
            stored.overwrite(data);
            stored.bean(OldMailer.class).send("m-2");
            stored.makeDue();
            assertThat(stored.waiting()).isZero();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactly("m-2");
            assertThat(stored.data(DeadLetters.TASK)).isEqualTo(data);
            DeadLetters letters = stored.bean(DeadLetters.class);
            assertThat(letters.page(DeadLetterFilter.ALL, 0, 10))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.failure()).startsWith("the row cannot be read: "));
            assertThat(stored.events()).hasSize(1);

            stored.overwrite(written);
            letters.redrive(letters.instances(DeadLetterFilter.ALL, 0).get(0));
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactly("m-2", "m-1");
        });
    }

    @Test
    void aRowThatCannotBeReadIsADeadLetterAfterItsInstanceDied() {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            stored.overwrite("no JSON");
            stored.dieMakingIt();
            assertThat(stored.waiting()).isZero();
            assertThat(stored.data(DeadLetters.TASK)).isEqualTo("no JSON");
        });
    }

    /** An attacker who can write rows cannot call arbitrary methods of the application. */
    @Test
    void aRowCallsNothingThatIsNotAnnotated() {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            stored.overwrite(stored.data().replace("OldMailer.send", "OldMailer.forget"));
            stored.makeDue();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.bean(OldMailer.class).sent()).isEmpty();
        });
    }

    @Test
    void anAttemptThatKillsItsInstanceCounts() {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            for (int death = 1; death <= 16; death++) {
                stored.dieMakingIt();
                assertThat(stored.data()).contains("\"attempts\":" + death + ",");
            }
            stored.makeDue();
            assertThat(stored.dead()).isOne();
            assertThat(stored.events().get(0).failure()).hasToString("the instance that made the attempt died");
            assertThat(stored.bean(OldMailer.class).sent()).isEmpty();
        });
    }

    @Test
    void theEndAfterALostAttemptNamesItsReason() {
        Stored.run(version(OldMailer.class).withBean(RecordingListener.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            for (int death = 1; death <= 16; death++) {
                stored.dieMakingIt();
            }
            stored.makeDue();
            assertThat(stored.bean(RecordingListener.class).decisions())
                    .singleElement()
                    .satisfies(end -> assertThat(end.failure()).hasToString("the instance that made the attempt died"));
        });
    }

    /** Rows hold no class names, which Java serialization or typed JSON would load. */
    @Test
    void noDataNamesAClass() {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            assertThat(stored.data()).startsWith("{\"bean\":").doesNotContain("java.lang", "@class");
        });
    }

    @Test
    void beginsNoAttemptWhenTheContextHasStopped() {
        Stored.run(version(OldMailer.class), stored -> {
            Scheduler scheduler = stored.bean(Scheduler.class);
            RedeliveryLifecycle lifecycle = stored.bean(RedeliveryLifecycle.class);
            lifecycle.stop();
            assertThat(scheduler.getSchedulerState().isPaused()).isTrue();
            lifecycle.start();
            assertThat(scheduler.getSchedulerState().isPaused()).isFalse();
        });
    }

    /** Other beans stop after the callback, for example the connections to Redis. */
    @Test
    void stopsWhenNoAttemptIsUnderWay() {
        Stored.run(version(OldMailer.class), stored -> {
            List<String> order = new ArrayList<>();
            RedeliveryLifecycle lifecycle = stored.bean(RedeliveryLifecycle.class);
            OldMailer mailer = stored.bean(OldMailer.class);
            mailer.whileSending(() -> {
                lifecycle.stop(() -> order.add("stopped"));
                order.add("sent");
            });
            mailer.send("m-1");
            stored.makeDue();
            assertThat(order).containsExactly("sent", "stopped");
        });
    }

    /** Each caller of stop may wait for its callback. */
    @Test
    void runsEveryCallbackIfItIsStoppedTwice() {
        Stored.run(version(OldMailer.class), stored -> {
            List<String> order = new ArrayList<>();
            RedeliveryLifecycle lifecycle = stored.bean(RedeliveryLifecycle.class);
            OldMailer mailer = stored.bean(OldMailer.class);
            mailer.whileSending(() -> {
                lifecycle.stop(() -> order.add("first"));
                lifecycle.stop(() -> order.add("second"));
            });
            mailer.send("m-1");
            stored.makeDue();
            assertThat(order).containsExactly("first", "second");
        });
    }

    @Test
    void stopsAtOnceIfNoAttemptIsUnderWay() {
        Stored.run(version(OldMailer.class), stored -> {
            List<String> order = new ArrayList<>();
            stored.bean(RedeliveryLifecycle.class).stop(() -> order.add("stopped"));
            assertThat(order).containsExactly("stopped");
        });
    }

    /** The constant is the GRACEFUL_SHUTDOWN_PHASE of Spring Boot's WebServerApplicationContext. */
    @Test
    void waitsWhileTheWebServerWaitsForItsRequests() {
        Stored.run(
                version(OldMailer.class),
                stored -> assertThat(stored.bean(RedeliveryLifecycle.class).getPhase())
                        .isEqualTo(2147482623));
    }

    @Test
    void aCallThatIsDueWhileTheContextStopsStays() {
        Stored.run(version(OldMailer.class), stored -> {
            RedeliveryLifecycle lifecycle = stored.bean(RedeliveryLifecycle.class);
            stored.bean(OldMailer.class).send("m-1");
            lifecycle.stop();
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).isEmpty();
            assertThat(stored.data()).contains("\"attempts\":0");
            lifecycle.start();
            stored.time().advance(Duration.ofSeconds(1));
            stored.makeDue();
            assertThat(stored.bean(OldMailer.class).sent()).containsExactly("m-1");
        });
    }

    @Test
    void leavesASchedulerPausedThatSomebodyElseHasPaused() {
        Stored.run(version(OldMailer.class), stored -> {
            Scheduler scheduler = stored.bean(Scheduler.class);
            RedeliveryLifecycle lifecycle = stored.bean(RedeliveryLifecycle.class);
            scheduler.pause();
            lifecycle.stop();
            lifecycle.start();
            assertThat(scheduler.getSchedulerState().isPaused()).isTrue();
        });
    }

    private ApplicationContextRunner version(Class<?> mailer) {
        return Stored.runner(url, mailer);
    }

    static class OldMailer {

        private final List<String> sent = new ArrayList<>();
        private Runnable whileSending = () -> {};

        List<String> sent() {
            return sent;
        }

        void whileSending(Runnable action) {
            whileSending = action;
        }

        void forget(String mail) {
            sent.add("forgotten " + mail);
        }

        @Redeliver
        void send(String mail) {
            whileSending.run();
            sent.add(mail);
        }

        @Redeliver(name = "confirmation")
        void confirm(String mail) {
            sent.add(mail);
        }

        @Redeliver(name = "count")
        void count(String mail) {
            sent.add(mail);
        }
    }

    static class NewMailer {

        private final List<String> sent = new ArrayList<>();

        List<String> sent() {
            return sent;
        }

        @Redeliver(name = "confirmation")
        void confirmOrder(String mail) {
            sent.add(mail);
        }

        @Redeliver(name = "count")
        void count(int number) {
            sent.add("" + number);
        }
    }
}
