package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.method.RedeliveredMethods;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Housekeeping, and its failures. */
@Logged(RedeliveryHousekeeping.class)
class HousekeepingTests {

    private final ApplicationContextRunner application =
            Stored.runner(Mailer.class).withPropertyValues("backoff.policies.mail.max-attempts=1");

    @Test
    void aFailingJobIsReportedOnceAndStopsNoOther(CapturedOutput output) {
        Stored.run(application, stored -> {
            List<String> done = new ArrayList<>();
            RedeliveryHousekeeping housekeeping = housekeeping(
                    stored,
                    stored.time(),
                    List.of(
                            () -> {
                                throw new IllegalStateException("first");
                            },
                            () -> done.add("second")),
                    new ArrayList<>());
            housekeeping.runNow();
            housekeeping.runNow();
            assertThat(done).containsExactly("second", "second");
            assertThat(output.getOut()).containsOnlyOnce("Housekeeping of stored calls failed");
        });
    }

    @Test
    void beginsNothingAfterItIsClosed() {
        Stored.run(application, stored -> {
            FakeTime time = new FakeTime();
            List<Runnable> begun = new ArrayList<>();
            List<RedeliveryHousekeeping> closing = new ArrayList<>();
            closing.add(housekeeping(stored, time, List.of(() -> closing.get(0).destroy()), begun));
            closing.get(0).afterSingletonsInstantiated();
            time.advance(Duration.ofSeconds(5));
            assertThat(begun).hasSize(1);
            begun.get(0).run();
            time.advance(Duration.ofMinutes(1));
            assertThat(begun).hasSize(1);
        });
    }

    private static RedeliveryHousekeeping housekeeping(
            Stored stored, FakeTime time, List<Runnable> work, List<Runnable> begun) {
        return new RedeliveryHousekeeping(stored.bean(RedeliveredMethods.class), work, begun::add, time);
    }
}
