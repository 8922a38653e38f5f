package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.redelivery.HookedDatabase;
import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.CallId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Changes of pauses that race with reading them. */
class PauseRaceTests {

    private final HookedDatabase database = new HookedDatabase();
    private final ApplicationContextRunner application = Stored.runner(Mailer.class)
            .withBean(DataSource.class, () -> database)
            .withPropertyValues(policy(
                    "mail", "strategy=constant, delay=1m, max-delay=1m, jitter=none, max-elapsed=10m, budget=none"))
            .withPropertyValues("backoff.redelivery.initialize-schema=always");

    @Test
    void aPolicyThatIsEnabledMeanwhileBuriesNothing() {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            mailer.down(true);
            stored.change("mail", "enabled", "false");
            mailer.send("m-1");
            database.next(DeliveryPauses.class, () -> stored.change("mail", "enabled", "true"));
            stored.makeDue();
            assertThat(stored.dead()).isZero();
            for (int minute = 0; minute < 2; minute++) {
                stored.time().advance(Duration.ofMinutes(1));
                stored.tidyUp();
                stored.makeDue();
            }
            assertThat(mailer.attempts()).startsWith(1, 2);
            assertThat(stored.waiting()).isOne();
        });
    }

    @Test
    void aPauseIsNotForgottenWhereItCannotBeReadAgain() {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            stored.pause();
            stored.pause("bill");
            stored.bean(DeliveryPauses.class).pause(Set.of(CallId.key("bill")), "ada", "endpoint");
            database.always(DeliveryPauses.class, PauseRaceTests::fail);
            mailer.send("m-1");
            mailer.bill("m-2");
            stored.makeDue();
            assertThat(mailer.attempts()).isEmpty();
        });
    }

    @Test
    void whatIsResumedIsKnownWhereItCannotBeReadAgain() {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            DeliveryPauses pauses = stored.bean(DeliveryPauses.class);
            String send = CallId.key("Mailer.send");
            pauses.pause(Set.of(), "ada", "endpoint");
            pauses.resume(Set.of(CallId.key("bill")), Set.of(CallId.key("bill"), send));
            database.always(DeliveryPauses.class, PauseRaceTests::fail);
            mailer.send("m-1");
            mailer.bill("m-2");
            stored.makeDue();
            assertThat(mailer.sent()).containsExactly("bill m-2");
        });
    }

    @Test
    void anInstanceThatNeverReadThePausesWaits() {
        Stored.run(application, stored -> {
            Mailer mailer = stored.bean(Mailer.class);
            mailer.send("m-1");
            database.always(DeliveryPauses.class, PauseRaceTests::fail);
            stored.makeDue();
            assertThat(mailer.attempts()).isEmpty();
            database.always(DeliveryPauses.class, () -> {});
            stored.time().advance(Duration.ofSeconds(2));
            stored.tidyUp();
            stored.makeDue();
            assertThat(mailer.attempts()).containsExactly(1);
        });
    }

    @Test
    void oneReadsForAllWhoWait() {
        List<Thread> asking = new ArrayList<>();
        AtomicInteger reads = new AtomicInteger();
        Stored.run(application, stored -> {
            DeliveryPauses pauses = stored.bean(DeliveryPauses.class);
            for (int thread = 0; thread < 20; thread++) {
                asking.add(new Thread(() -> pauses.isPausedEverywhere("any")));
            }
            database.always(DeliveryPauses.class, () -> {
                reads.incrementAndGet();
                asking.stream().filter(each -> each != Thread.currentThread()).forEach(PauseRaceTests::untilItWaits);
            });
            asking.forEach(Thread::start);
            for (Thread each : asking) {
                each.join(Duration.ofMinutes(1).toMillis());
            }
            assertThat(asking).noneMatch(Thread::isAlive);
            assertThat(reads).hasValue(1);
        });
    }

    @Test
    void nobodyWaitsForWhatWasReadJustNow() {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Stored.run(application, stored -> {
            DeliveryPauses pauses = stored.bean(DeliveryPauses.class);
            stored.pause();
            stored.time().advance(Duration.ofMillis(1500));
            database.next(DeliveryPauses.class, () -> {
                reading.countDown();
                awaitQuietly(asked);
            });
            Thread reader = new Thread(() -> pauses.isPausedEverywhere("any"));
            reader.start();
            assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(CompletableFuture.supplyAsync(() -> pauses.isPausedEverywhere("any")))
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isEqualTo(true);
            asked.countDown();
            reader.join();
        });
    }

    private static void untilItWaits(Thread thread) {
        EnumSet<Thread.State> busy = EnumSet.of(Thread.State.NEW, Thread.State.RUNNABLE);
        await().atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> !busy.contains(thread.getState()));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail() {
        throw new IllegalStateException("the pool is exhausted");
    }
}
