package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.RedeliveryLifecycle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Calls that one version of the application has stored and another one makes. */
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
    void aRowThatCannotBeReadStays() {
        Stored.run(version(OldMailer.class), stored -> {
            stored.bean(OldMailer.class).send("m-1");
            stored.overwrite("no JSON");
            stored.makeDue();
            stored.dieMakingIt();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.bean(OldMailer.class).sent()).isEmpty();
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

        List<String> sent() {
            return sent;
        }

        void forget(String mail) {
            sent.add("forgotten " + mail);
        }

        @Redeliver
        void send(String mail) {
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
