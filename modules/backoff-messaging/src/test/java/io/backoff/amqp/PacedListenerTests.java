package io.backoff.amqp;

import static io.backoff.amqp.AmqpApplication.deadLetter;
import static io.backoff.amqp.AmqpApplication.queue;
import static io.backoff.amqp.AmqpApplication.send;
import static io.backoff.messaging.CountedCalls.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.engine.HookedTime;
import io.backoff.engine.TimeSource;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Messages whose listener is throttled. Messages of one queue share a pace. */
@ExtendWith(AmqpBroker.Shared.class)
class PacedListenerTests {

    private final ApplicationContextRunner application = application(OrderListener.class);

    private static ApplicationContextRunner application(Class<?> listener) {
        return AmqpApplication.inFakeTime(listener)
                .withPropertyValues(
                        "backoff.policies.orders.pace=adaptive", "backoff.policies.orders.throttled-delay=100ms");
    }

    @Test
    void eachAttemptWaitsForItsTurn() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane(queue(context)), time);
            time.clear();
            send(context, "third");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("recovered", 1)));
            // The last delay is longer than the time between two turns.
            assertThat(time.waits())
                    .satisfiesExactly(
                            PacedListenerTests::assertTurn,
                            delay -> assertThat(delay).isEqualTo(Duration.ofMillis(100)),
                            turn -> assertThat(turn).isBetween(Duration.ofMillis(10), Duration.ofMillis(60)),
                            delay -> assertThat(delay).isEqualTo(Duration.ofMillis(200)));
        });
    }

    @Test
    void messagesOfAnotherQueueDoNotWait() {
        application.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane("another"), time);
            time.clear();
            send(context, "order");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("success", 1)));
            assertThat(time.waits()).isEmpty();
        });
    }

    @Test
    void throttledAttemptsStartPacing() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        application.withBean(Classifier.class, () -> throttling).run(context -> {
            send(context, "poison");
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 1)));
            long now = context.getBean(FakeTime.class).nanoTime();
            assertThat(pace(context).pacing(now)).containsOnlyKeys(queue(context));
        });
    }

    @ParameterizedTest
    @MethodSource
    void aMessageWhoseFirstTurnIsTooLateGoesBackToItsQueue(Class<?> more, String property) {
        late(application, more).withPropertyValues(property).run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            Calls.throttle(pace(context).lane(queue(context)), time);
            time.clear();
            send(context, "order");
            await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                    .containsExactly(Map.entry("elapsed", 1), Map.entry("success", 1)));
            assertThat(context.getBean(OrderListener.class).deliveries).containsExactly("order");
            assertThat(time.waits()).containsExactly(Duration.ofSeconds(10));
        });
    }

    static Stream<Arguments> aMessageWhoseFirstTurnIsTooLateGoesBackToItsQueue() {
        return Stream.of(
                Arguments.of(OrderListener.class, "backoff.amqp.drop=true"),
                Arguments.of(ListenerTests.Republishing.class, "backoff.amqp.drop=false"),
                Arguments.of(
                        ListenerTests.Republishing.class, "spring.rabbitmq.listener.direct.acknowledge-mode=manual"));
    }

    @Test
    void aBatchWhoseFirstTurnIsTooLateGoesBackToItsQueue() {
        late(application(ListenerTests.BatchListener.class), ListenerTests.Batches.class)
                .withPropertyValues(
                        "backoff.policies.orders.max-attempts=1",
                        // Of a batch that the container rejects, Qpid requeues only the last message.
                        "spring.rabbitmq.listener.simple.acknowledge-mode=manual")
                .run(context -> {
                    Calls.throttle(pace(context).lane(queue(context)), context.getBean(FakeTime.class));
                    send(context, "poison 1");
                    send(context, "poison 2");
                    await().until(() -> context.getBean(ListenerTests.Batches.class)
                                    .recovered
                                    .size()
                            == 2);
                    assertThat(outcomes(context, "order-batch"))
                            .containsExactly(Map.entry("elapsed", 1), Map.entry("exhausted", 1));
                    assertThat(context.getBean(ListenerTests.BatchListener.class).deliveries)
                            .containsExactly(2);
                });
    }

    @Test
    void aMessageWhoseRetryIsTooLateIsGivenUp() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        late(application, OrderListener.class)
                .withPropertyValues("backoff.policies.orders.delay=1ms", "backoff.policies.orders.throttled-delay=1ms")
                .withBean(Classifier.class, () -> throttling)
                .run(context -> {
                    FakeTime time = context.getBean(FakeTime.class);
                    Lane lane = pace(context).lane(queue(context));
                    for (int i = 0; i < 10; i++) {
                        lane.begin(time.nanoTime(), 0);
                        time.advance(Duration.ofMillis(100));
                    }
                    lane.throttled(time.nanoTime(), time.nanoTime(), Duration.ZERO);
                    send(context, "poison");
                    assertThat(deadLetter(context)).isNotNull();
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("elapsed", 1)));
                });
    }

    @Test
    void aMessageThatNothingAcknowledgesIsLostIfItsFirstTurnIsTooLate() {
        late(application, OrderListener.class)
                .withPropertyValues("spring.rabbitmq.listener.direct.acknowledge-mode=none")
                .run(context -> {
                    FakeTime time = context.getBean(FakeTime.class);
                    Calls.throttle(pace(context).lane(queue(context)), time);
                    time.clear();
                    send(context, "order");
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("elapsed", 1)));
                    assertThat(time.waits()).isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"default-requeue-rejected=false", "acknowledge-mode=manual"})
    void aMessageThatIsInterruptedBeforeItsFirstTurnGoesBackToItsQueue(String setting) {
        FakeTime fake = new FakeTime();
        AtomicBoolean interrupted = new AtomicBoolean();
        TimeSource time = new HookedTime(fake, () -> {
            if (interrupted.compareAndSet(false, true)) {
                Thread.currentThread().interrupt();
            }
        });
        AmqpApplication.on(AmqpBroker.shared().port(), OrderListener.class)
                .withBean(TimeSource.class, () -> time)
                .withPropertyValues(
                        "backoff.policies.orders.pace=adaptive", "spring.rabbitmq.listener.direct." + setting)
                .run(context -> {
                    Calls.throttle(pace(context).lane(queue(context)), fake);
                    send(context, "order");
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("aborted", 1), Map.entry("success", 1)));
                    assertThat(context.getBean(OrderListener.class).deliveries).containsExactly("order");
                });
    }

    private static ApplicationContextRunner late(ApplicationContextRunner paced, Class<?> more) {
        return paced.withUserConfiguration(more).withPropertyValues("backoff.policies.orders.max-elapsed=50ms");
    }

    private static void assertTurn(Duration wait) {
        assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160));
    }

    private static Pace pace(ApplicationContext context) {
        return context.getBean(BackoffPolicies.class).get("orders").lane().pace();
    }
}
