package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.endpoint.RedeliveryOperator;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Logged;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

@Logged(StoredCallCounts.class)
class RedeliveryMetersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ApplicationContextRunner bare = Stored.runner(Mailer.class)
            .withConfiguration(AutoConfigurations.of(BackoffMetricsAutoConfiguration.class))
            .withPropertyValues("backoff.policies.mail.max-attempts=1");
    private final ApplicationContextRunner application = bare.withBean(MeterRegistry.class, () -> registry);

    @Test
    void existFromTheStart() {
        run((stored, mailer) -> {
            for (String name : new String[] {"waiting", "dead", "oldest", "paused"}) {
                assertThat(gauge(name, "Mailer.send")).as(name).isZero();
                assertThat(gauge(name, "Mailer.bill")).as(name).isZero();
            }
            for (String action : new String[] {"stored", "delivered", "buried", "redriven", "deleted"}) {
                assertThat(actions(action)).as(action).isZero();
            }
        });
    }

    @Test
    void countWhatIsInTheDatabase() {
        run((stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            stored.makeDue();
            mailer.send("m-2");
            stored.time().advance(Duration.ofSeconds(90));
            mailer.send("m-3");
            mailer.bill("m-4");
            assertThat(gauge("waiting", "Mailer.send")).isEqualTo(2);
            assertThat(gauge("waiting", "Mailer.bill")).isEqualTo(1);
            assertThat(gauge("dead", "Mailer.send")).isEqualTo(1);
            assertThat(gauge("oldest", "Mailer.send")).isEqualTo(90);
            assertThat(gauge("oldest", "Mailer.bill")).isZero();
            stored.bean(ParkedCalls.class)
                    .pause(stored.bean(RedeliveredMethods.class).keys("bill"), "ada", "endpoint");
            assertThat(gauge("paused", "Mailer.send")).isZero();
            assertThat(gauge("paused", "Mailer.bill")).isOne();
        });
    }

    @Test
    void askTheDatabaseOnceInAWhile() {
        run((stored, mailer) -> {
            assertThat(gauge("waiting", "Mailer.send")).isZero();
            mailer.send("m-1");
            assertThat(gauge("waiting", "Mailer.send")).isZero();
            stored.time().advance(Duration.ofSeconds(5));
            assertThat(gauge("waiting", "Mailer.send")).isOne();
        });
    }

    @Test
    void countWhatBecomesOfCalls() {
        run((stored, mailer) -> {
            mailer.down(true);
            mailer.send("m-1");
            mailer.send("m-2");
            stored.makeDue();
            DeadLetters letters = stored.bean(DeadLetters.class);
            RedeliveryOperator operator = new RedeliveryOperator(
                    letters,
                    stored.bean(ParkedCalls.class),
                    stored.bean(RedeliveryActions.class),
                    event -> {},
                    stored.time());
            var nobody = SecurityContext.NONE;
            operator.redrive(stored.events().get(0).id(), nobody);
            operator.delete(stored.events().get(1).id(), nobody);
            mailer.down(false);
            stored.makeDue();
            assertThat(actions("stored")).isEqualTo(2);
            assertThat(actions("buried")).isEqualTo(2);
            assertThat(actions("redriven")).isOne();
            assertThat(actions("deleted")).isOne();
            assertThat(actions("delivered")).isOne();
        });
    }

    @Test
    void whatIsRolledBackIsNotStored() {
        run((stored, mailer) -> {
            try {
                stored.inTransaction(() -> {
                    mailer.send("m-1");
                    throw new IllegalStateException("roll back");
                });
            } catch (IllegalStateException expected) {
                // As asked for.
            }
            stored.inTransaction(() -> {
                mailer.send("m-2");
                mailer.send("m-3");
            });
            assertThat(actions("stored")).isEqualTo(2);
        });
    }

    @Test
    void aDatabaseThatFailsBreaksNoScrape(CapturedOutput output) {
        run((stored, mailer) -> {
            mailer.send("m-1");
            stored.execute("alter table scheduled_tasks rename to elsewhere");
            assertThat(gauge("waiting", "Mailer.send")).isNaN();
            assertThat(gauge("oldest", "Mailer.bill")).isNaN();
            stored.time().advance(Duration.ofSeconds(5));
            assertThat(gauge("dead", "Mailer.send")).isNaN();
            stored.execute("alter table elsewhere rename to scheduled_tasks");
            stored.time().advance(Duration.ofSeconds(5));
            assertThat(gauge("waiting", "Mailer.send")).isOne();
        });
        assertThat(output.getOut())
                .containsOnlyOnce("Stored calls cannot be counted; their meters are NaN until the next success");
    }

    @Test
    void haveNoMethodWhereTheTagIsOff() {
        Stored.run(application.withPropertyValues("backoff.metrics.method-tag=false"), stored -> {
            stored.bean(Mailer.class).send("m-1");
            stored.bean(Mailer.class).bill("m-2");
            assertThat(registry.get("backoff.redelivery.waiting").gauges()).hasSize(1);
            assertThat(registry.get("backoff.redelivery.waiting").gauge().value())
                    .isEqualTo(2);
        });
    }

    /** A 0 would mean that the instance delivers, and hide that the others do not. */
    @Test
    void doNotSayWhetherAnInstanceIsPausedThatOnlyStores() {
        new ApplicationContextRunner()
                .withConfiguration(Stored.CONFIGURATIONS)
                .withConfiguration(AutoConfigurations.of(BackoffMetricsAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withBean(MeterRegistry.class, () -> registry)
                .withUserConfiguration(Mailer.class)
                .withPropertyValues(
                        "backoff.policies.mail.max-attempts=1",
                        "db-scheduler.enabled=false",
                        "backoff.redelivery.initialize-schema=always",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run(storing -> {
                    assertThat(storing).hasNotFailed();
                    assertThat(registry.find("backoff.redelivery.paused").gauges())
                            .isEmpty();
                    assertThat(gauge("waiting", "Mailer.send")).isZero();
                    storing.getBean(Mailer.class).send("m-1");
                    assertThat(actions("stored")).isOne();
                });
    }

    @Test
    void leaveWithTheContext() {
        run((stored, mailer) -> mailer.send("m-1"));
        assertThat(registry.getMeters()).extracting(Meter::getId).isEmpty();
    }

    @Test
    void areAbsentWhereThereAreNone() {
        bare.run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(RedeliveryMeters.class));
        application
                .withPropertyValues("backoff.metrics.enabled=false")
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(RedeliveryMeters.class));
        bare.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(running -> assertThat(running).hasNotFailed());
    }

    private double gauge(String name, String method) {
        return registry.get("backoff.redelivery." + name)
                .tag("method", method)
                .gauge()
                .value();
    }

    private double actions(String action) {
        return registry.get("backoff.redelivery.actions")
                .tag("method", "Mailer.send")
                .tag("action", action)
                .counter()
                .count();
    }

    private void run(Stored.BeanCheck<Mailer> check) {
        Stored.run(application, Mailer.class, check);
    }

    private interface Check {

        void accept(Stored stored, Mailer mailer) throws Exception;
    }
}
