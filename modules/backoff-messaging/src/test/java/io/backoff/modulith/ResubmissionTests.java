package io.backoff.modulith;

import static io.backoff.testkit.Applications.budget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.config.SettingsGroup;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.TimeSource;
import io.backoff.method.IntegrationCalls;
import io.backoff.modulith.Orders.Order;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Logged;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.event.TransactionalEventListener;

/** Publications whose listeners fail come back under a policy. */
@Logged(names = "io.backoff.modulith")
class ResubmissionTests {

    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(9_999);
    private static final Duration REST = Duration.ofMillis(1);
    private static final String HIDDEN = "cannot be reached, because more than 10000 older ones have failed";

    @Test
    void comeBackAfterTheDelayAndNotSooner() {
        run(orders -> {
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.poll();
            orders.pollAfter(SOON);
            assertThat(orders.listener().calls).hasSize(1);

            orders.pollAfter(REST);

            assertThat(orders.listener().numbers).containsExactly(1, 2);
            assertThat(orders.statuses()).containsExactly("COMPLETED");
            assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.RECOVERED, 1L));
        });
    }

    @Test
    void thatSucceedAreLeftAlone() {
        run(orders -> {
            orders.listener().failFor(0);
            orders.publish("tea");
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(1);
            assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.SUCCESS, 1L));
        });
    }

    @Test
    void areLookedUpWhileTimePasses() {
        Orders.application()
                .withPropertyValues("backoff.modulith.poll-interval=5s")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.listener().failFor(1);
                    orders.publish("tea");
                    await().untilAsserted(() -> {
                        orders.time().advance(Duration.ofSeconds(5));
                        assertThat(orders.listener().calls).hasSize(2);
                    });
                });
    }

    @Test
    void endWithTheAttempts(CapturedOutput output) {
        run(orders -> {
            orders.publish("tea");
            for (int i = 0; i < 5; i++) {
                orders.pollAfter(DELAY);
            }
            assertThat(orders.listener().numbers).containsExactly(1, 2, 3);
            assertThat(orders.statuses()).containsExactly("FAILED");
            assertThat(orders.attempts()).containsExactly(3);
            assertThat(orders.ended()).containsExactly("3 exhausted");
            assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
            assertThat(output)
                    .containsOnlyOnce("is no longer resubmitted after attempt 3 (exhausted)")
                    .contains("Down: down");
        });
    }

    @Test
    void beginAgainWhenTheAttemptsAreReset() {
        run(orders -> {
            orders.listener().failForGood();
            orders.publish("tea");
            orders.listener().failFor(0);
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET COMPLETION_ATTEMPTS = 0")
                    .update();
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).containsExactly("COMPLETED");
            assertThat(orders.ended()).isEmpty();
        });
    }

    /** The time of the publication stays, so it is beyond the limit before and after. */
    @ParameterizedTest
    @CsvSource({"max-elapsed, 25s, 2, elapsed", "max-attempts, 1, 1, exhausted"})
    void makeOneAttemptBeyondTheLimitsWheneverTheAttemptsAreReset(
            String property, String limit, int attempts, String outcome) {
        run(orders -> {
            orders.set(SettingsGroup.POLICIES, "events", property, limit);
            orders.publish("tea");
            for (int i = 0; i < 4; i++) {
                orders.pollAfter(DELAY);
            }
            assertThat(orders.ended()).containsExactly(attempts + " " + outcome);
            for (int i = 0; i < 2; i++) {
                orders.listener().calls.clear();
                orders.database()
                        .sql("UPDATE EVENT_PUBLICATION SET COMPLETION_ATTEMPTS = 0")
                        .update();
                for (int j = 0; j < 3; j++) {
                    orders.pollAfter(DELAY);
                }
                assertThat(orders.listener().calls).hasSize(1);
                assertThat(orders.listener().numbers).endsWith(1);
                assertThat(orders.ended()).containsExactly("1 " + outcome);
            }
        });
    }

    @Test
    void thatHaveEndedStaySoUnderAPolicyOfMoreAttempts() {
        run(orders -> {
            orders.publish("tea");
            for (int i = 0; i < 5; i++) {
                orders.pollAfter(DELAY);
            }
            assertThat(orders.ended()).containsExactly("3 exhausted");
            orders.set(SettingsGroup.POLICIES, "events", "max-attempts", "20");
            orders.pollAfter(DELAY);
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(3);
        });
    }

    @Test
    void thatModulithSubmitsAfterTheirEndMakeOneAttempt() {
        run(orders -> {
            orders.listener().failForGood();
            orders.publish("tea");
            orders.resubmit();
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(2);
            assertThat(orders.attempts()).containsExactly(2);
            assertThat(orders.ended()).containsExactly("1 not_retryable");
        });
    }

    @Test
    void thatAreDeletedLeaveNothingBehind() {
        run(orders -> {
            orders.listener().failForGood();
            orders.publish("tea");
            orders.database().sql("DELETE FROM EVENT_PUBLICATION").update();
            orders.poll();
            assertThat(orders.ended()).isEmpty();
        });
    }

    @Test
    void endWithAFailureThatIsNotRetryable() {
        run(orders -> {
            orders.listener().failForGood();
            orders.publish("tea", "milk");
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).containsExactly("tea", "milk");
            assertThat(orders.attempts()).containsExactly(1, 1);
            assertThat(orders.ended()).containsExactly("1 not_retryable", "1 not_retryable");
            assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.NOT_RETRYABLE, 2L));
        });
    }

    @Test
    void endWithTheirAge() {
        Orders.application()
                .withPropertyValues("backoff.policies.events.max-elapsed=15s")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.publish("tea");
                    orders.poll();
                    orders.pollAfter(DELAY);
                    orders.pollAfter(DELAY);
                    assertThat(orders.listener().calls).hasSize(2);
                    assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.ELAPSED, 1L));
                    assertThat(orders.ended()).containsExactly("2 elapsed");
                });
    }

    @Test
    void thatAnInstanceLeftInItsLastAttemptEndToo(CapturedOutput output) {
        run(orders -> {
            orders.publish("tea");
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET COMPLETION_ATTEMPTS = 3")
                    .update();
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(1);
            assertThat(orders.outcomes()).isEqualTo(Map.of(Outcome.EXHAUSTED, 1L));
            assertThat(output).containsOnlyOnce("is no longer resubmitted after attempt 3 (exhausted)");
        });
    }

    @Test
    void waitForTheBudgetThatThePolicyNames(CapturedOutput output) {
        Orders.application()
                .withPropertyValues(budget("small", "ratio=0, min-per-second=0, burst=1"))
                .withPropertyValues("backoff.policies.events.budget=small")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.publish("tea", "milk");
                    orders.poll();
                    orders.pollAfter(DELAY);
                    orders.pollAfter(REST);
                    assertThat(orders.listener().calls).hasSize(3);
                    assertThat(output).containsOnlyOnce("wait for the retry budget 'small' of policy 'events': 1");
                    assertThat(orders.attempts()).containsExactlyInAnyOrder(2, 1);
                    assertThat(orders.statuses()).containsOnly("FAILED");

                    orders.set(SettingsGroup.POLICIES, "events", "budget", "none");
                    orders.pollAfter(DELAY);
                    assertThat(orders.attempts()).containsExactlyInAnyOrder(3, 2);
                    assertThat(orders.ended()).containsExactly("3 exhausted");
                });
    }

    @Test
    void pauseWhileThePolicyIsDisabled() {
        run(orders -> {
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.set(SettingsGroup.POLICIES, "events", "enabled", "false");
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(1);

            orders.set(SettingsGroup.POLICIES, "events", "enabled", "true");
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).containsExactly("COMPLETED");
        });
    }

    @Test
    void followAChangeOfThePolicy() {
        run(orders -> {
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.poll();
            orders.set(SettingsGroup.POLICIES, "events", "delay", "1s");
            orders.pollAfter(Duration.ofSeconds(1));
            assertThat(orders.listener().calls).hasSize(2);
        });
    }

    @Test
    void thatHaveEndedDoNotHideOthers() {
        run(orders -> {
            orders.listener().failForGood();
            orders.publish("1", "2", "3", "4", "5");
            orders.time().advance(Duration.ofSeconds(1));
            orders.listener().failure = new Orders.Down();
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.statuses()).endsWith("COMPLETED").containsOnlyOnce("COMPLETED");
        });
    }

    @Test
    void areSubmittedInBatchesThatNoBudgetBounds() {
        run(orders -> {
            orders.listener().failFor(1);
            for (int i = 0; i < Resubmission.BATCH + 1; i++) {
                orders.publish("order " + i);
            }
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(2 * Resubmission.BATCH + 1);
            orders.poll();
            assertThat(orders.listener().calls).hasSize(2 * Resubmission.BATCH + 2);
        });
    }

    @Test
    void ofAnInstanceThatDiedComeBackOnceTheyAreStale() {
        run(orders -> {
            orders.listener().failFor(1);
            orders.publish("tea", "milk");
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET STATUS = 'PROCESSING'")
                    .update();
            orders.pollAfter(Duration.ofMinutes(59));
            assertThat(orders.statuses()).containsOnly("PROCESSING");

            orders.pollAfter(Duration.ofMinutes(2));
            orders.pollAfter(DELAY);

            assertThat(orders.statuses()).containsOnly("COMPLETED");
        });
    }

    @Test
    void ofAnInstanceThatDiedComeBackAfterTheClockWasWrong() {
        Orders.application().run(context -> {
            Orders orders = new Orders(context);
            AtomicReference<Duration> error = new AtomicReference<>(Duration.ZERO);
            ResubmissionPoll poll = new ResubmissionPoll(
                    context.getBean(ResubmissionPoll.Parts.class),
                    CurrentPolicy.of(context.getBean(BackoffPolicies.class), "events"),
                    context.getBean(ModulithProperties.class),
                    Runnable::run,
                    withError(orders.time(), error::get));
            poll.start();
            error.set(Duration.ofDays(365));
            poll.poll();
            error.set(Duration.ZERO);
            orders.publish("tea");
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET STATUS = 'PROCESSING'")
                    .update();
            orders.time().advance(Duration.ofMinutes(61));
            poll.poll();
            assertThat(orders.statuses()).containsExactly("FAILED");
            poll.stop();
        });
    }

    @Test
    void thatNoListenerBeginsAreForgottenEvenWithoutALimit() {
        Orders.application()
                .withPropertyValues("backoff.modulith.stale-after=0")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.publish("tea");
                    StoredPublication failed =
                            context.getBean(PublicationTable.class).failed().get(0);
                    Listeners.Listener listener =
                            context.getBean(Listeners.class).find(failed.listener());
                    Instant now = orders.time().instant();
                    Order event = new Order("tea");
                    RunningAttempts running = context.getBean(RunningAttempts.class);
                    running.begin(
                            event,
                            listener.id(),
                            new PublicationAttempt(
                                    failed.key(), DuePublications.execution(failed, listener, now), now));
                    orders.pollAfter(Duration.ofHours(25));
                    assertThat(running.take(event, listener.id())).isNull();
                });
    }

    @Test
    void whoseListenerIsGoneStay(CapturedOutput output) {
        run(orders -> {
            orders.publish("tea");
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET LISTENER_ID = 'gone'")
                    .update();
            orders.poll();
            orders.pollAfter(DELAY);
            orders.pollAfter(DELAY);
            assertThat(orders.attempts()).containsExactly(1);
            assertThat(output).containsOnlyOnce("Event publications of gone are not resubmitted");
        });
    }

    @Test
    void whoseEventCannotBeReadStay(CapturedOutput output) {
        run(orders -> {
            orders.publish("tea");
            orders.database()
                    .sql("UPDATE EVENT_PUBLICATION SET SERIALIZED_EVENT = '{'")
                    .update();
            orders.poll();
            orders.pollAfter(DELAY);
            orders.pollAfter(DELAY);
            assertThat(orders.attempts()).containsExactly(1);
            assertThat(output).containsOnlyOnce("because its event cannot be read");
        });
    }

    /** Modulith skips publications of unknown classes, and offers those that it cannot deserialize. */
    @ParameterizedTest
    @ValueSource(strings = {"SERIALIZED_EVENT = '{'", "EVENT_TYPE = 'gone.Order'"})
    void whoseEventCannotBeReadDoNotHoldUpOthers(String broken) {
        run(orders -> {
            orders.listener().failFor(1);
            for (int i = 0; i < Resubmission.BATCH; i++) {
                orders.publish("order " + i);
            }
            orders.database().sql("UPDATE EVENT_PUBLICATION SET " + broken).update();
            orders.poll();
            orders.time().advance(REST);
            orders.publish("tea");
            orders.poll();
            orders.pollAfter(DELAY);
            orders.poll();
            assertThat(orders.listener().calls).endsWith("tea", "tea");
            assertThat(orders.statuses()).containsOnlyOnce("COMPLETED");
        });
    }

    @Test
    void areSubmittedNoMoreOnceTheApplicationStops() {
        run(orders -> {
            orders.publish("tea");
            orders.poll();
            orders.time().advance(DELAY);
            orders.stop();
            orders.poll();
            assertThat(orders.listener().calls).hasSize(1);
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {OfAModule.class, WithAFuture.class})
    void comeBack(Class<?> configuration) {
        Orders.application()
                .withUserConfiguration(configuration)
                .withPropertyValues("backoff.policies.events.max-attempts=2")
                .run(context -> {
                    Orders orders = new Orders(context);
                    orders.listener().failFor(0);
                    Attempts attempts = AopTestUtils.getTargetObject(context.getBean(Attempts.class));
                    orders.publish("tea");
                    await().untilAsserted(() ->
                            assertThat(orders.statuses()).containsExactlyInAnyOrder("COMPLETED", "FAILED"));
                    orders.poll();
                    orders.pollAfter(DELAY);
                    await().untilAsserted(() -> assertThat(orders.statuses()).containsOnly("COMPLETED"));
                    assertThat(attempts.numbers).containsExactly(1, 2);
                    assertThat(context.getBean(IntegrationCalls.class).rows())
                            .filteredOn(row -> !row.method().equals("Listener.on"))
                            .singleElement()
                            .satisfies(row -> assertThat(row.guard().calls().outcomes())
                                    .isEqualTo(Map.of(Outcome.RECOVERED, 1L)));
                });
    }

    /** Modulith finds publications only among the oldest 10,000 that have failed, ended ones included. */
    @Test
    void beyondThoseThatModulithReadsAreReported(CapturedOutput output) {
        run(orders -> {
            orders.publish("tea");
            orders.time().advance(REST);
            orders.time().advance(REST);
            orders.publish("milk");
            orders.listener().failFor(0);
            orders.database()
                    .sql("INSERT INTO EVENT_PUBLICATION (ID, LISTENER_ID, EVENT_TYPE, SERIALIZED_EVENT,"
                            + " PUBLICATION_DATE, STATUS, COMPLETION_ATTEMPTS) SELECT RANDOM_UUID(), LISTENER_ID,"
                            + " EVENT_TYPE, SERIALIZED_EVENT, DATEADD(MILLISECOND, 1, PUBLICATION_DATE), 'FAILED', 9"
                            + " FROM EVENT_PUBLICATION, SYSTEM_RANGE(1, 10000)"
                            + " WHERE PUBLICATION_DATE = (SELECT MIN(PUBLICATION_DATE) FROM EVENT_PUBLICATION)")
                    .update();
            orders.database()
                    .sql("INSERT INTO backoff_ended_publication (publication_id, attempts, outcome)"
                            + " SELECT ID, 9, 'exhausted' FROM EVENT_PUBLICATION WHERE COMPLETION_ATTEMPTS = 9")
                    .update();
            orders.poll();
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).containsExactly("tea", "milk", "tea");
            assertThat(output).doesNotContain("cannot be reached");
            orders.pollAfter(DELAY);
            assertThat(orders.listener().calls).hasSize(3);
            assertThat(output).containsOnlyOnce(HIDDEN);
            orders.pollAfter(Duration.ofSeconds(5));
            assertThat(output).containsOnlyOnce(HIDDEN);
            orders.pollAfter(Duration.ofMinutes(1));
            assertThat(output).contains(HIDDEN + ". Delete those that are no longer resubmitted. (1 more of these");
        });
    }

    private static TimeSource withError(TimeSource time, Supplier<Duration> error) {
        return (TimeSource) Proxy.newProxyInstance(
                TimeSource.class.getClassLoader(),
                new Class<?>[] {TimeSource.class},
                (proxy, method, arguments) -> method.getName().equals("instant")
                        ? time.instant().plus(error.get())
                        : method.invoke(time, arguments));
    }

    private static void run(Consumer<Orders> test) {
        Orders.application().run(context -> test.accept(new Orders(context)));
    }

    abstract static class Attempts {

        final List<Integer> numbers = new CopyOnWriteArrayList<>();

        boolean isFirst() {
            numbers.add(CurrentAttempt.get().orElseThrow().number());
            return numbers.size() == 1;
        }
    }

    static class Module extends Attempts {

        @ApplicationModuleListener
        void on(Order order) {
            if (isFirst()) {
                throw new Orders.Down();
            }
        }
    }

    static class Future extends Attempts {

        @Async
        @TransactionalEventListener
        public CompletableFuture<String> on(Order order) {
            return isFirst()
                    ? CompletableFuture.failedFuture(new Orders.Down())
                    : CompletableFuture.completedFuture(order.id());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfAModule {

        @Bean
        Module module() {
            return new Module();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithAFuture {

        @Bean
        Future future() {
            return new Future();
        }
    }
}
