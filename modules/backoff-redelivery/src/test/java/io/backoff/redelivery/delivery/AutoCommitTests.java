package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.test.FakeTime;
import io.backoff.testkit.JpaConfiguration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Calls are stored whether or not the connections of the pool commit each statement. */
class AutoCommitTests {

    @ParameterizedTest
    @EnumSource
    void storesOutsideOfATransaction(Pool pool) {
        Stored.run(pool.application, Mailer.class, (stored, mailer) -> {
            mailer.send("m-1");
            assertThat(stored.waiting()).isOne();
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("m-1");
            assertThat(stored.waiting()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void storesInTheTransactionOfTheCaller(Pool pool) {
        Stored.run(pool.application, Mailer.class, (stored, mailer) -> {
            stored.inTransaction(() -> {
                mailer.send("m-1");
                mailer.send("m-2");
            });
            assertThat(stored.waiting()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isRolledBackWithTheTransactionOfTheCaller(Pool pool) {
        Stored.run(pool.application, Mailer.class, (stored, mailer) -> {
            assertThatThrownBy(() -> stored.inTransaction(() -> {
                        mailer.send("m-1");
                        throw new IllegalStateException("roll back");
                    }))
                    .hasMessage("roll back");
            assertThat(stored.waiting()).isZero();
        });
    }

    /** The pool has one connection, which the completed transaction still holds. */
    @ParameterizedTest
    @EnumSource
    void storesAfterTheCommit(Pool pool) {
        Stored.run(
                pool.application
                        .withUserConfiguration(AfterCommit.class)
                        .withPropertyValues(
                                "spring.datasource.hikari.maximum-pool-size=1",
                                "spring.datasource.hikari.connection-timeout=250"),
                Mailer.class,
                (stored, mailer) -> {
                    stored.inTransaction(
                            () -> stored.bean(AfterCommit.class).events.publishEvent("m-1"));
                    assertThat(stored.waiting()).isEqualTo(2);
                    stored.makeDue();
                    assertThat(mailer.sent()).containsExactlyInAnyOrder("m-1", "bill m-1");
                });
    }

    @ParameterizedTest
    @EnumSource
    void pausesAndResumes(Pool pool) {
        Stored.run(pool.application, Mailer.class, (stored, mailer) -> {
            stored.pause();
            mailer.send("m-1");
            stored.makeDue();
            assertThat(stored.count(
                            "select count(*) from scheduled_tasks where task_name = '" + DeliveryPauses.TASK + "'"))
                    .isOne();
            assertThat(stored.parked()).isOne();
            stored.resume();
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("m-1");
        });
    }

    @Test
    void storesOnAnInstanceThatDeliversNothing() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        ApplicationContextRunner storing = new ApplicationContextRunner()
                .withConfiguration(Stored.CONFIGURATIONS)
                .withBean(FakeTime.class)
                .withUserConfiguration(Mailer.class)
                .withPropertyValues(
                        "spring.datasource.url=" + url,
                        "spring.datasource.hikari.auto-commit=false",
                        "backoff.policies.mail.budget=none",
                        "db-scheduler.enabled=false");
        Stored.run(
                Stored.runner(url, Mailer.class).withPropertyValues("backoff.policies.mail.budget=none"),
                Mailer.class,
                (delivering, mailer) -> {
                    storing.run(context -> context.getBean(Mailer.class).send("m-1"));
                    delivering.makeDue();
                    assertThat(mailer.sent()).containsExactly("m-1");
                });
    }

    enum Pool {
        ON("true"),
        OFF("false"),
        ON_WITH_JPA("true", Jpa.class),
        OFF_WITH_JPA("false", Jpa.class);

        private final ApplicationContextRunner application;

        Pool(String autoCommit, Class<?>... more) {
            application = Stored.runner(Mailer.class)
                    .withUserConfiguration(more)
                    .withPropertyValues(
                            "spring.datasource.hikari.auto-commit=" + autoCommit, "backoff.policies.mail.budget=none");
        }
    }

    static class AfterCommit {

        private final ApplicationEventPublisher events;
        private final Mailer mailer;

        AfterCommit(ApplicationEventPublisher events, Mailer mailer) {
            this.events = events;
            this.mailer = mailer;
        }

        @TransactionalEventListener
        public void on(String mail) {
            mailer.send(mail);
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
        public void bill(String mail) {
            mailer.bill(mail);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Jpa extends JpaConfiguration {

        Jpa() {
            super();
        }
    }
}
