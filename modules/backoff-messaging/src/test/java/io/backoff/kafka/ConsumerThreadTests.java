package io.backoff.kafka;

import static io.backoff.messaging.CountedCalls.outcomes;
import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.Calls;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.execution.Engine;
import io.backoff.messaging.GovernedListeners;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Rejections;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.mock.MockConsumerFactory;
import org.springframework.kafka.support.KafkaUtils;

/** What happens to a record that waits for its retry while its consumer does something else. */
@Logged(names = {"io.backoff.kafka", "io.backoff.policies"})
class ConsumerThreadTests {

    private static final TopicPartition FIRST = new TopicPartition("orders", 0);
    private static final TopicPartition SECOND = new TopicPartition("orders", 1);

    private final FakeTime time = new FakeTime();
    private final Polled consumer = new Polled();

    @Test
    void itsMaxElapsedStandsStillWhileTheConsumerIsBusyWithOtherRecords() {
        application(Listener.class).run(context -> {
            Listener listener = context.getBean(Listener.class);
            consumer.start(FIRST);
            await().until(() -> listener.attempts.size() == 1);
            consumer.next(() -> {
                time.advance(Duration.ofSeconds(44));
                consumer.deliver(FIRST);
            });
            await().until(() -> listener.attempts.size() == 2);
            consumer.next(() -> {
                time.advance(Duration.ofSeconds(44));
                consumer.deliver(FIRST);
            });
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("recovered", 1)));
            assertThat(listener.attempts).containsExactly(1, 2, 3);
        });
    }

    @Test
    void itsCallEndsWhenItsPartitionIsLostAndAnotherBeginsWhenThePartitionIsBack() {
        application(Listener.class).run(context -> {
            Listener listener = context.getBean(Listener.class);
            consumer.start(FIRST);
            await().until(() -> listener.attempts.size() == 1);
            consumer.next(() -> consumer.lose(FIRST));
            await().untilAsserted(() ->
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("aborted", 1)));
            consumer.next(() -> consumer.deliver(FIRST));
            await().until(() -> listener.attempts.size() == 2);
            assertThat(listener.attempts).containsExactly(1, 1);
        });
    }

    @Test
    void aBatchEndsWhenOneOfItsPartitionsIsRevoked() {
        application(BatchListener.class, Recoverer.class)
                .withPropertyValues("spring.kafka.listener.type=batch")
                .run(context -> {
                    BatchListener listener = context.getBean(BatchListener.class);
                    listener.beforeFailure = () -> {
                        consumer.sought.clear();
                        consumer.next(() -> consumer.rebalance(Set.of(SECOND)));
                    };
                    consumer.start(FIRST, SECOND);
                    await().until(() -> !consumer.sought.isEmpty());
                    assertThat(consumer.sought).containsExactly(SECOND);
                    assertThat(listener.batches).hasSize(1);
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("aborted", 1));
                    assertThat(context.getBean(Recoverer.class).dead).isEmpty();
                    assertThat(consumer.committed(Set.of(SECOND)).get(SECOND).offset())
                            .isZero();
                });
    }

    @Test
    void aRecordOfABatchKeepsItsAttemptsWhileABatchOfAnotherPartitionIsProcessed() {
        application(NamingListener.class, Recoverer.class)
                .withPropertyValues("spring.kafka.listener.type=batch")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    consumer.start(FIRST);
                    await().until(() -> listener.attempts.size() == 1);
                    consumer.next(() -> consumer.deliver(SECOND));
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("success", 1)));
                    consumer.next(() -> consumer.deliver(FIRST));
                    await().until(() -> listener.attempts.size() == 2);
                    consumer.next(() -> consumer.deliver(FIRST));
                    await().until(() -> !context.getBean(Recoverer.class).dead.isEmpty());
                    assertThat(listener.attempts).containsExactly(1, 2, 3);
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("exhausted", 1), Map.entry("success", 1)));
                });
    }

    @Test
    void aRecordOfABatchEndsWhenItsListenerFailsAtALaterOne(CapturedOutput output) {
        application(NamingListener.class, Recoverer.class)
                .withPropertyValues(
                        "spring.kafka.listener.type=batch",
                        "backoff.policies.orders.abort-on=java.lang.IllegalStateException")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    bothWait(listener);
                    listener.poisoned = order -> order.partition() == 1;
                    listener.failure = new IllegalStateException("there is no such order");
                    consumer.next(() -> consumer.deliver(FIRST, SECOND));
                    await().until(() -> !context.getBean(Recoverer.class).dead.isEmpty());
                    assertThat(listener.attempts).containsExactly(1, 1, 2);
                    await().untilAsserted(() -> assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("not_retryable", 1), Map.entry("recovered", 1)));
                    assertThat(output).doesNotContain("gives up on a message without asking");
                });
    }

    @Test
    void allRecordsOfABatchEndThatItsListenerHasProcessedBeforeItFails() {
        application(NamingListener.class, Recoverer.class)
                .withPropertyValues("spring.kafka.listener.type=batch")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    bothWait(listener);
                    listener.poisoned = order -> order.offset() == 1;
                    consumer.next(() -> {
                        consumer.deliver(FIRST, SECOND);
                        consumer.addRecord(new ConsumerRecord<>("orders", 1, 1, null, "order"));
                    });
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("recovered", 2)));
                });
    }

    @Test
    void aRecordOfABatchThatItsListenerHasNotReachedBeginsAnew() {
        application(NamingListener.class, Recoverer.class)
                .withPropertyValues("spring.kafka.listener.type=batch")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    listener.poisoned = order -> true;
                    consumer.start(SECOND);
                    await().until(() -> listener.attempts.size() == 1);
                    consumer.next(() -> consumer.deliver(FIRST, SECOND));
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("aborted", 1)));
                });
    }

    /** The record is now the first of another batch, so the index that the listener named is wrong. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void aRecordOfABatchWhoseNextTurnIsTooLateIsGivenUpAlone(boolean byIndex, boolean drop) {
        paced(NamingListener.class, drop ? NoRecoverer.class : Recoverer.class)
                .withPropertyValues("backoff.kafka.drop=" + drop)
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    secondOfThreeWaits(listener, byIndex);
                    consumer.next(() -> {
                        throttle(context);
                        consumer.add(FIRST, 1, 2, 3);
                    });
                    await().until(() -> committed(FIRST) > 1);
                    assertThat(committed(FIRST)).isEqualTo(2);
                    listener.poisoned = order -> false;
                    consumer.next(() -> {
                        time.advance(Duration.ofSeconds(1));
                        consumer.add(FIRST, 2, 3);
                    });
                    await().until(() -> committed(FIRST) == 4);
                    assertThat(listener.processed).containsExactly("orders-0@0", "orders-0@2", "orders-0@3");
                    assertThat(outcomes(context, "order-placed"))
                            .containsExactly(Map.entry("elapsed", 1), Map.entry("success", 1));
                    if (!drop) {
                        assertThat(context.getBean(Recoverer.class).dead)
                                .extracting(ConsumerRecord::offset)
                                .containsExactly(1L);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noRecordOfABatchIsLostWhileTheApplicationStops(boolean byIndex) {
        paced(NamingListener.class, Recoverer.class).run(context -> {
            NamingListener listener = context.getBean(NamingListener.class);
            secondOfThreeWaits(listener, byIndex);
            consumer.sought.clear();
            consumer.next(() -> {
                context.getBean(Engine.class).shutdown().begin();
                consumer.add(FIRST, 1, 2, 3);
            });
            await().until(() -> consumer.sought.contains(FIRST));
            assertThat(consumer.position(FIRST)).isEqualTo(1);
            assertThat(committed(FIRST)).isEqualTo(1);
            assertThat(context.getBean(Recoverer.class).dead).isEmpty();
            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("aborted", 1));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noRecordOfABatchIsLostIfTheNextTurnOfALaterOneIsTooLate(boolean byIndex) {
        paced(NamingListener.class, Recoverer.class)
                .withPropertyValues("backoff.policies.orders.max-attempts=2")
                .run(context -> {
                    NamingListener listener = context.getBean(NamingListener.class);
                    laterOneWaits(listener, byIndex);
                    consumer.next(() -> {
                        throttle(context);
                        consumer.deliver(FIRST, SECOND);
                    });
                    await().until(() -> consumer.sought.size() == 2);
                    assertNothingProcessed(context);
                    assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("elapsed", 1));
                    listener.poisoned = order -> order.partition() == 0;
                    consumer.next(() -> {
                        time.advance(Duration.ofSeconds(1));
                        consumer.deliver(FIRST, SECOND);
                    });
                    await().until(() -> listener.attempts.size() == 2);
                    assertThat(listener.attempts).containsExactly(1, 1);
                    listener.poisoned = order -> false;
                    consumer.next(() -> {
                        time.advance(Duration.ofSeconds(1));
                        consumer.deliver(FIRST, SECOND);
                    });
                    await().until(() -> committed(FIRST) == 1 && committed(SECOND) == 1);
                    assertThat(listener.processed).containsExactlyInAnyOrder("orders-0@0", "orders-1@0");
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noRecordOfABatchIsLostIfALaterOneWaitsWhileTheApplicationStops(boolean byIndex) {
        paced(NamingListener.class, Recoverer.class).run(context -> {
            laterOneWaits(context.getBean(NamingListener.class), byIndex);
            consumer.next(() -> {
                context.getBean(Engine.class).shutdown().begin();
                consumer.deliver(FIRST, SECOND);
            });
            await().until(() -> consumer.sought.size() == 2);
            assertNothingProcessed(context);
            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("aborted", 1));
        });
    }

    @Test
    void noRecordOfABatchIsLostIfTheErrorHandlerReturnsTheRemainingOnes() {
        paced(NamingListener.class, RemainingRecords.class).run(context -> {
            NamingListener listener = context.getBean(NamingListener.class);
            listener.poisoned = order -> {
                boolean failing = order.offset() == 1;
                if (failing) {
                    throttle(context);
                }
                return failing;
            };
            consumer.start();
            consumer.next(() -> consumer.add(FIRST, 0, 1, 2));
            await().until(() -> outcomes(context, "order-placed").equals(Map.of("elapsed", 2)));
            time.advance(Duration.ofSeconds(1));
            await().until(() -> committed(FIRST) == 3);
            assertThat(listener.processed).containsExactly("orders-0@0", "orders-0@2");
            assertThat(context.getBean(Recoverer.class).dead)
                    .extracting(ConsumerRecord::offset)
                    .containsExactly(1L);
        });
    }

    /** The consumer was paused during the retries of the first batch, so it has fetched another one. */
    @Test
    void onlyTheFirstRecordOfALargerBatchIsGivenUpIfItsNextTurnIsTooLate() {
        paced(BatchListener.class, Recoverer.class).run(context -> {
            BatchListener listener = context.getBean(BatchListener.class);
            MessageListenerContainer container = Objects.requireNonNull(
                    context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("order-placed"));
            listener.beforeFailure = container::pause;
            consumer.start();
            consumer.next(() -> {
                consumer.add(FIRST, 0);
                consumer.sought.clear();
            });
            await().until(() -> !consumer.sought.isEmpty());
            consumer.next(() -> {
                throttle(context);
                consumer.add(FIRST, 0, 1, 2);
                container.resume();
            });
            await().until(() -> committed(FIRST) > 0);
            assertThat(committed(FIRST)).isEqualTo(1);
            assertThat(context.getBean(Recoverer.class).dead)
                    .extracting(ConsumerRecord::offset)
                    .containsExactly(0L);
        });
    }

    private void assertNothingProcessed(ApplicationContext context) {
        assertThat(consumer.sought).containsExactlyInAnyOrder(FIRST, SECOND);
        assertThat(committed(FIRST)).isZero();
        assertThat(committed(SECOND)).isZero();
        assertThat(context.getBean(Recoverer.class).dead).isEmpty();
        assertThat(context.getBean(NamingListener.class).processed).isEmpty();
    }

    /** The record at offset 1 waits for its retry; the one before it is processed. */
    private void secondOfThreeWaits(NamingListener listener, boolean byIndex) {
        listener.byIndex = byIndex;
        listener.poisoned = order -> order.offset() == 1;
        consumer.start();
        consumer.next(() -> consumer.add(FIRST, 0, 1));
        await().until(() -> committed(FIRST) == 1);
    }

    /** The first record of the second partition waits for its retry. */
    private void laterOneWaits(NamingListener listener, boolean byIndex) {
        listener.byIndex = byIndex;
        listener.poisoned = order -> order.partition() == 1;
        consumer.start(SECOND);
        await().until(() -> listener.attempts.size() == 1);
        consumer.next(consumer.sought::clear);
        await().until(consumer.sought::isEmpty);
    }

    private ApplicationContextRunner paced(Class<?>... configuration) {
        return application(configuration)
                .withPropertyValues(
                        "spring.kafka.listener.type=batch",
                        "backoff.policies.orders.pace=adaptive",
                        "backoff.policies.orders.max-elapsed=50ms");
    }

    private void throttle(ApplicationContext context) {
        Calls.throttle(
                context.getBean(BackoffPolicies.class)
                        .get("orders")
                        .lane()
                        .pace()
                        .lane("orders"),
                time);
    }

    private long committed(TopicPartition partition) {
        return consumer.committed(Set.of(partition)).get(partition).offset();
    }

    private void bothWait(NamingListener listener) {
        listener.poisoned = order -> true;
        consumer.start(FIRST);
        await().until(() -> listener.attempts.size() == 1);
        consumer.next(() -> consumer.deliver(SECOND));
        await().until(() -> listener.attempts.size() == 2);
    }

    @ParameterizedTest
    @CsvSource({"Listener, single", "BatchListener, batch", "NamingListener, batch"})
    void aRecordWhoseRecovererFailsWaitsForItsNextDelivery(String listener, String type) throws Exception {
        application(Class.forName(ConsumerThreadTests.class.getName() + "$" + listener), FailingRecoverer.class)
                .withPropertyValues(policy("orders", "max-attempts=1, max-delay=100ms"))
                .withPropertyValues("spring.kafka.listener.type=" + type)
                .run(context -> {
                    List<Long> failures = context.getBean(FailingRecoverer.class).failures;
                    consumer.start(FIRST);
                    consumer.next(() -> consumer.deliver(FIRST));
                    await().until(() -> failures.size() == 2);
                    assertThat(Duration.ofNanos(failures.get(1) - failures.get(0)))
                            .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
                    assertThat(outcomes(context, "order-placed")).containsEntry("exhausted", 2);
                });
    }

    /** The container waits for whole milliseconds, and a hint such as {@code Retry-After} must not be undercut. */
    @ParameterizedTest
    @CsvSource({"PT0S, 0", "PT0.000001S, 1", "PT0.005S, 5", "PT0.005000001S, 6"})
    void aRecordNeverWaitsForLessThanItsDelay(Duration delay, long milliseconds) {
        assertThat(RecordDelivery.milliseconds(delay)).isEqualTo(milliseconds);
    }

    @Test
    void aRecordThatNothingRecoversStaysInItsTopic(CapturedOutput output) {
        application(Listener.class)
                .withPropertyValues(policy("orders", "max-attempts=1, max-delay=100ms"))
                .run(context -> {
                    Listener listener = context.getBean(Listener.class);
                    consumer.start(FIRST);
                    await().until(() -> listener.attempts.size() == 1);
                    consumer.sought.clear();
                    await().until(() -> consumer.sought.contains(FIRST));
                    consumer.next(() -> consumer.deliver(FIRST));
                    await().until(() -> listener.attempts.size() == 2);
                    assertThat(listener.attempts).containsExactly(1, 1);
                    assertThat(consumer.committed(Set.of(FIRST)).get(FIRST).offset())
                            .isZero();
                    await().untilAsserted(() ->
                            assertThat(outcomes(context, "order-placed")).containsExactly(Map.entry("exhausted", 2)));
                    assertThat(output)
                            .contains("order-placed at orders-0@0 (policy 'orders') gave up after attempt 1 of 1")
                            .containsOnlyOnce("'order-placed' gives up on a record of the topic 'orders' that nothing"
                                    + " recovers. It is delivered again after 1 s");
                });
    }

    @Test
    void aRecordThatNothingRecoversStaysInItsTopicUnderADisabledPolicyToo() {
        application(Listener.class)
                .withPropertyValues("backoff.policies.default.enabled=false", "backoff.policies.orders.max-delay=100ms")
                .run(context -> {
                    Listener listener = context.getBean(Listener.class);
                    consumer.start(FIRST);
                    for (int delivery = 1; delivery <= 12; delivery++) {
                        int deliveries = delivery;
                        await().until(() -> listener.attempts.size() == deliveries);
                        consumer.sought.clear();
                        await().until(() -> consumer.sought.contains(FIRST));
                        consumer.next(() -> consumer.deliver(FIRST));
                    }
                    assertThat(consumer.committed(Set.of(FIRST)).get(FIRST).offset())
                            .isZero();
                });
    }

    @Test
    void aRecordThatNothingRecoversIsSkippedIfItMayBeDropped() {
        application(Listener.class)
                .withPropertyValues("backoff.policies.orders.max-attempts=1", "backoff.kafka.drop=true")
                .run(context -> {
                    consumer.start(FIRST);
                    await().until(() ->
                            consumer.committed(Set.of(FIRST)).get(FIRST).offset() == 1);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-placed", "orders"})
    void aListenerHasThePolicyOfItsIdOrTopic(String key) {
        application(Listener.class)
                .withPropertyValues("backoff.kafka.listeners." + key + "=once", "backoff.policies.once.max-attempts=1")
                .run(context -> assertThat(rows(context)).singleElement().satisfies(row -> {
                    assertThat(row.policy()).isEqualTo("once");
                    assertThat(row.budget()).isEqualTo("once");
                }));
    }

    @Test
    void aListenerOfAssignedPartitionsHasThePolicyOfTheirTopic() {
        application(AssignedListener.class)
                .withPropertyValues("backoff.kafka.listeners.orders=once", "backoff.policies.once.max-attempts=1")
                .run(context -> assertThat(rows(context))
                        .singleElement()
                        .extracting(IntegrationCalls.Row::policy)
                        .isEqualTo("once"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".orderPlaced", "[orderPlaced]", "[order_placed]"})
    void aListenerHasOnePolicyInOneSource(String spelling) {
        application(Listener.class)
                .withPropertyValues(
                        "backoff.kafka.listeners.order-placed=orders",
                        "backoff.kafka.listeners" + spelling + "=default")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .satisfies(Rejections::areExplained)
                        .hasMessageContaining("[order-placed]")
                        .hasMessageContaining("it names the same listener as 'backoff.kafka.listeners["));
    }

    @Test
    void aStrongerSourceMaySpellAListenerInItsOwnWay() {
        application(Listener.class)
                .withPropertyValues("backoff.kafka.listeners.orderplaced=default")
                // The values above are stronger.
                .withSystemProperties("backoff.kafka.listeners.order-placed=orders")
                .run(context -> assertThat(rows(context))
                        .singleElement()
                        .extracting(IntegrationCalls.Row::policy)
                        .isEqualTo("default"));
    }

    @Test
    void aListenerWithoutAPolicyOfItsOwnHasABudgetOfItsOwn() {
        application(Listener.class)
                .run(context -> assertThat(rows(context)).singleElement().satisfies(row -> {
                    assertThat(row.policy()).isEqualTo("orders");
                    assertThat(row.budget()).isEqualTo("order-placed");
                }));
    }

    private static Collection<IntegrationCalls.Row> rows(ApplicationContext context) {
        return context.getBean(GovernedListeners.class).rows();
    }

    private ApplicationContextRunner application(Class<?>... configuration) {
        return KafkaApplication.withoutBroker(configuration)
                .withBean(FakeTime.class, () -> time)
                .withBean(ConsumerFactory.class, () -> new MockConsumerFactory<>(() -> consumer));
    }

    /** A consumer that runs the tasks of a test on its own thread, one in each poll. */
    private static final class Polled extends MockConsumer<String, String> {

        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        private final List<TopicPartition> sought = new CopyOnWriteArrayList<>();
        private volatile @Nullable ConsumerRebalanceListener rebalances;

        Polled() {
            super("earliest");
            updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        }

        /** Assigns both partitions, and delivers the first record of those given. */
        void start(TopicPartition... partitions) {
            tasks.add(() -> {
                rebalance(Set.of(FIRST, SECOND));
                deliver(partitions);
            });
        }

        /** Does this in the next poll. */
        void next(Runnable task) {
            tasks.add(task);
        }

        void deliver(TopicPartition... partitions) {
            for (TopicPartition each : partitions) {
                add(each, 0);
            }
        }

        void add(TopicPartition partition, long... offsets) {
            for (long offset : offsets) {
                addRecord(new ConsumerRecord<>(partition.topic(), partition.partition(), offset, null, "order"));
            }
        }

        void lose(TopicPartition partition) {
            Objects.requireNonNull(rebalances).onPartitionsLost(Set.of(partition));
        }

        @Override
        public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
            super.subscribe(topics, listener);
            rebalances = listener;
        }

        @Override
        public ConsumerRecords<String, String> poll(Duration timeout) {
            try {
                Runnable task = tasks.poll(Math.min(5, timeout.toMillis()), TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.poll(timeout);
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            sought.add(partition);
        }
    }

    static class Listener {

        final List<Integer> attempts = new CopyOnWriteArrayList<>();

        @KafkaListener(id = "order-placed", topics = "orders")
        void receive(String order) throws IOException {
            int attempt = CurrentAttempt.get().orElseThrow().number();
            attempts.add(attempt);
            if (attempt < 3) {
                throw new IOException("the warehouse is closed");
            }
        }
    }

    static class AssignedListener {

        @KafkaListener(
                id = "order-placed",
                topicPartitions =
                        @org.springframework.kafka.annotation.TopicPartition(topic = "orders", partitions = "0"),
                autoStartup = "false")
        void receive(String order) {}
    }

    static class BatchListener {

        final List<List<String>> batches = new CopyOnWriteArrayList<>();
        volatile Runnable beforeFailure = () -> {};

        @KafkaListener(id = "order-placed", topics = "orders")
        void receive(List<String> orders) throws IOException {
            batches.add(orders);
            beforeFailure.run();
            throw new IOException("the warehouse is closed");
        }
    }

    /** Fails at the first poisoned record, and says so. */
    static class NamingListener {

        final List<Integer> attempts = new CopyOnWriteArrayList<>();
        final List<String> processed = new CopyOnWriteArrayList<>();
        volatile boolean byIndex = true;
        volatile Predicate<ConsumerRecord<String, String>> poisoned = order -> order.partition() == 0;
        volatile Exception failure = new IOException("the warehouse is closed");

        @KafkaListener(id = "order-placed", topics = "orders")
        void receive(List<ConsumerRecord<String, String>> orders) {
            for (int index = 0; index < orders.size(); index++) {
                ConsumerRecord<String, String> order = orders.get(index);
                if (poisoned.test(order)) {
                    attempts.add(CurrentAttempt.get().orElseThrow().number());
                    throw byIndex
                            ? new BatchListenerFailedException("poison", failure, index)
                            : new BatchListenerFailedException("poison", failure, order);
                }
                processed.add(KafkaUtils.format(order));
            }
        }
    }

    static class NoRecoverer {}

    static class FailingRecoverer {

        final List<Long> failures = new CopyOnWriteArrayList<>();

        @Bean
        ConsumerRecordRecoverer recoverer() {
            return (order, failure) -> {
                failures.add(System.nanoTime());
                throw new IllegalStateException("there is no such topic");
            };
        }
    }

    static class RemainingRecords extends Recoverer {

        @Bean
        DefaultErrorHandler handler(ConsumerRecordRecoverer recoverer) {
            DefaultErrorHandler handler = new DefaultErrorHandler(recoverer);
            handler.setSeekAfterError(false);
            return handler;
        }
    }

    static class Recoverer {

        final List<ConsumerRecord<?, ?>> dead = new CopyOnWriteArrayList<>();

        @Bean
        ConsumerRecordRecoverer recoverer() {
            return (order, failure) -> dead.add(order);
        }
    }
}
