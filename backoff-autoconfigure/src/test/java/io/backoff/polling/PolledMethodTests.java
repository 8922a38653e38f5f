package io.backoff.polling;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.Busy;
import io.backoff.classify.Classifier;
import io.backoff.classify.Response;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.polling.BackoffPolls.Poll;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.HandDriven;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;

class PolledMethodTests {

    private static final String SLOWER = "backoff.policies.outbox.multiplier=4";
    private final HandDriven scheduler = new HandDriven();
    private final Outbox outbox = new Outbox();

    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class, BackoffPollAutoConfiguration.class)
            .withPropertyValues(policy("outbox", "delay=1s, jitter=none, max-attempts=2"))
            .withBean("taskScheduler", HandDriven.class, () -> scheduler)
            .withBean("outbox", Outbox.class, () -> outbox)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    private final ApplicationContextRunner failing = Applications.with(
                    BackoffAutoConfiguration.class, BackoffPollAutoConfiguration.class)
            .withPropertyValues(policy(
                    "outbox", "delay=1s, throttled-delay=3s, jitter=none, budget=none, max-attempts=9, max-elapsed=0"))
            .withBean(ResponseExtractor.class, () -> Response::read)
            .withBean(FakeTime.class)
            .withBean("taskScheduler", HandDriven.class, () -> scheduler);
    private final ApplicationContextRunner polledFailing = failing.withBean("outbox", Outbox.class, () -> outbox);

    @Test
    void growsWhileIdle() {
        poll(6, (context, polls) -> assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 4, 8, 10, 10)));
    }

    @Test
    void foundWorkResets() {
        outbox.results.addAll(List.of(() -> false, () -> false, () -> true, () -> true, () -> false));
        poll(6, (context, polls) -> assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 1, 1, 2, 4)));
    }

    @Test
    void whatIsNotEmptyIsWork() {
        outbox.results.addAll(List.of(
                () -> List.of("mail"), () -> List.of(), () -> Optional.of("mail"), Optional::empty, () -> "mail"));
        poll(5, (context, polls) -> assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 1, 2, 4)));
    }

    @Test
    void anExceptionCountsAsIdle() {
        outbox.results.addAll(List.of(Outbox::down, Outbox::down, Outbox::down, () -> true, Outbox::down));
        poll(5, (context, polls) -> {
            assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 4, 1, 2));
            assertThat(polls.all()).extracting(Poll::failing).containsExactly(true);
        });
    }

    @Test
    void resetBringsTheNextRunForward() {
        poll(5, (context, polls) -> {
            polls.reset("Outbox.next");
            assertThat(scheduler.scheduled()).isEqualTo(1);
            scheduler.runNext();
            assertThat(scheduler.delays).endsWith(seconds(10, 1, 2));
        });
    }

    @Test
    void resetKeepsARunThatIsDueSooner() {
        poll(5, (context, polls) -> {
            scheduler.pass(Duration.ofMillis(9_500));
            polls.reset("Outbox.next");
            assertThat(scheduler.scheduled()).isEqualTo(1);
            scheduler.runNext();
            assertThat(scheduler.delays).endsWith(seconds(10, 2));
        });
    }

    @Test
    void resetWithinARunMakesNoSecondOne() {
        poll(4, (context, polls) -> {
            outbox.results.add(() -> {
                polls.reset("Outbox.next");
                assertThat(scheduler.scheduled()).isZero();
                assertThat(polls.all()).extracting(Poll::running).containsExactly(true);
                return false;
            });
            scheduler.runNext();
            assertThat(scheduler.scheduled()).isEqualTo(1);
            assertThat(scheduler.delays).endsWith(seconds(1));
        });
    }

    @Test
    void rejectsToResetWhatIsNotPolled() {
        poll(
                0,
                (context, polls) -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> polls.reset("Outbox.nxt"))
                        .withMessage("'method' must name a polled method but was 'Outbox.nxt';"
                                + " polled methods: Outbox.next"));
    }

    @Test
    void stopsAndStartsWithTheContext() {
        poll(4, (context, polls) -> {
            context.stop();
            assertThat(scheduler.scheduled()).isZero();
            assertThat(polls.all()).extracting(Poll::nextRun).containsOnlyNulls();
            context.start();
            assertThat(scheduler.scheduled()).isEqualTo(1);
            assertThat(scheduler.delays).endsWith(seconds(0));
        });
    }

    @Test
    void doesNotGoOnWhenStoppedWithinARun() {
        poll(1, (context, polls) -> {
            outbox.results.add(() -> {
                context.getBean(ScheduledPolls.class).stop();
                return true;
            });
            scheduler.runNext();
            assertThat(scheduler.scheduled()).isZero();
        });
    }

    /** A run is neither a call nor limited by {@code max-elapsed}. */
    @Test
    void callsInARunHaveTheirOwnTime() {
        List<Optional<Duration>> left = new ArrayList<>();
        var timed = application
                .withBean(FakeTime.class)
                .withPropertyValues("backoff.policies.outbox.max-elapsed=1s", "backoff.policies.mail.max-elapsed=1m");
        timed.run(context -> {
            FakeTime time = context.getBean(FakeTime.class);
            BackoffOperations operations = context.getBean(BackoffOperations.class);
            outbox.results.add(() -> {
                time.advance(Duration.ofSeconds(5));
                return operations.call(
                        "mail",
                        () -> left.add(CurrentAttempt.get().orElseThrow().remaining()));
            });
            scheduler.runNext();
        });
        assertThat(left).containsExactly(Optional.of(Duration.ofMinutes(1)));
    }

    @Test
    void endsWithItsScheduler() {
        poll(1, (context, polls) -> {
            scheduler.shutDown = true;
            scheduler.runNext();
            assertThat(polls.all()).extracting(Poll::nextRun).containsOnlyNulls();
        });
    }

    @Test
    void saysWhatItIsAt() {
        poll(
                3,
                (context, polls) -> assertThat(polls.all())
                        .containsExactly(new Poll(
                                "outbox",
                                "Outbox.next",
                                "outbox",
                                false,
                                false,
                                Duration.ofSeconds(4),
                                HandDriven.START.plusSeconds(7))));
    }

    @Test
    void countsRuns() {
        outbox.results.addAll(List.of(() -> true, Outbox::down));
        poll(4, (context, polls) -> {
            var registry = context.getBean(MeterRegistry.class);
            assertThat(runs(registry, "found")).isEqualTo(1);
            assertThat(runs(registry, "failed")).isEqualTo(1);
            assertThat(runs(registry, "idle")).isEqualTo(2);
            assertThat(registry.get("backoff.poll.delay")
                            .tag("method", "Outbox.next")
                            .gauge()
                            .value())
                    .isEqualTo(8);
        });
    }

    @Test
    void metersHaveNoMethodTagIfSwitchedOff() {
        poll(
                application.withPropertyValues("backoff.metrics.method-tag=false"),
                0,
                (context, polls) -> assertThat(
                                context.getBean(MeterRegistry.class).getMeters())
                        .filteredOn(meter -> meter.getId().getName().startsWith("backoff.poll"))
                        .hasSize(4)
                        .allMatch(meter -> meter.getId().getTag("method") == null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theMetersShowTheLongestDelayOfMethodsWithTheSameTags(boolean firstIsBusy) {
        Outbox second = new Outbox();
        Outbox busy = firstIsBusy ? outbox : second;
        busy.results.addAll(Collections.nCopies(9, () -> true));
        poll(
                application.withBean("second", Outbox.class, () -> second),
                6,
                (context, polls) -> assertThat(context.getBean(MeterRegistry.class)
                                .get("backoff.poll.delay")
                                .gauge()
                                .value())
                        .isGreaterThan(1));
    }

    @Test
    void pollsOnWhenRetriesAreSwitchedOff() {
        poll(
                application.withPropertyValues("backoff.enabled=false", SLOWER),
                3,
                (context, polls) -> assertThat(scheduler.delays).containsExactly(seconds(0, 1, 4, 10)));
    }

    @Test
    void waitsFirst() {
        poll(
                application.withPropertyValues("backoff.policies.outbox.wait-first=true"),
                2,
                (context, polls) -> assertThat(scheduler.delays).containsExactly(seconds(1, 2, 4)));
    }

    @Test
    void aCalleeThatAsksToSlowDownIsPolledLater() {
        outbox.fail(new Response(429), new IOException("down"), new Response(503), new Response(429));
        poll(polledFailing, 5);
        assertThat(scheduler.delays).containsExactly(seconds(0, 3, 2, 4, 10, 10));
    }

    @Test
    void theDelayAfterASuccessIsTheUsualOne() {
        outbox.fail(new Response(429));
        outbox.results.add(() -> true);
        poll(polledFailing, 3);
        assertThat(scheduler.delays).containsExactly(seconds(0, 3, 1, 2));
    }

    @Test
    void aHintIsNotUndercut() {
        outbox.fail(
                new Busy(Duration.ofSeconds(30)),
                new IOException(new Busy(Duration.ofSeconds(40))),
                new IOException("down"),
                new Busy(Duration.ofSeconds(1)));
        poll(polledFailing.withPropertyValues("backoff.policies.outbox.retry-after-spread=0"), 5);
        assertThat(scheduler.delays).containsExactly(seconds(0, 30, 40, 4, 8, 10));
    }

    @Test
    void aHintIsSpread() {
        IntStream.range(0, 8).forEach(run -> outbox.fail(new Busy(Duration.ofSeconds(30))));
        poll(polledFailing, 8);
        assertThat(scheduler.delays.subList(1, 9))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(45)))
                .doesNotHaveDuplicates();
    }

    @Test
    void hintsCanBeIgnored() {
        outbox.fail(new Busy(Duration.ofSeconds(30)));
        poll(polledFailing.withPropertyValues("backoff.policies.outbox.honor-retry-after=false"), 1);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1));
    }

    /** A callee may send an endless Retry-After. */
    @Test
    void anEndlessHintBreaksNothing() {
        outbox.fail(new Busy(Duration.ofSeconds(ChronoUnit.FOREVER.getDuration().getSeconds())));
        poll(polledFailing, 1, (context, polls) -> {
            assertThat(scheduler.scheduled()).isOne();
            assertThat(scheduler.delays.get(1)).isBetween(Duration.ofHours(1), Duration.ofMinutes(90));
            assertThat(polls.all()).extracting(Poll::nextRun).doesNotContainNull();
        });
    }

    @Test
    void aResetForgetsTheHint() {
        outbox.fail(new Busy(Duration.ofSeconds(30)));
        poll(polledFailing, 1, (context, polls) -> {
            polls.reset("Outbox.next");
            assertThat(scheduler.delays.get(scheduler.delays.size() - 1)).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void aFailureThatNoRetryCuresIsPolledAgainAllTheSame() {
        outbox.fail(new IllegalArgumentException("defect"), new IllegalArgumentException("defect"));
        poll(polledFailing, 2);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2));
    }

    @Test
    void aClassifierThatThrowsBreaksNothing() {
        Classifier broken = failure -> {
            throw new StackOverflowError("broken");
        };
        outbox.fail(new Busy(Duration.ofSeconds(30)), new Response(429));
        poll(polledFailing.withBean(Classifier.class, () -> broken), 3);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 4));
    }

    @Test
    void pollingFromCodeWaitsAccordingly() {
        outbox.fail(new Response(429), new IOException("down"), new Busy(Duration.ofSeconds(30)));
        poll(failing.withPropertyValues("backoff.policies.outbox.retry-after-spread=0"), 0, (context, polls) -> {
            Callable<Object> next = outbox::next;
            context.getBean(BackoffOperations.class).poll("outbox", next::call, result -> outbox.results.isEmpty());
            assertThat(context.getBean(FakeTime.class).waits()).containsExactly(seconds(3, 2, 30));
        });
    }

    @Test
    void pollingFromCodeSpreadsHints() {
        IntStream.range(0, 8).forEach(run -> outbox.fail(new Busy(Duration.ofSeconds(30))));
        poll(failing, 0, (context, polls) -> {
            context.getBean(BackoffOperations.class).poll("outbox", outbox::next, result -> outbox.results.isEmpty());
            assertThat(context.getBean(FakeTime.class).waits())
                    .hasSize(8)
                    .allSatisfy(wait -> assertThat(wait).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(45)))
                    .doesNotHaveDuplicates();
        });
    }

    @Test
    void pollingFromCodeEndsWithAFailureOfAGroup() {
        outbox.fail(new IllegalArgumentException("defect"));
        poll(failing, 0, (context, polls) -> {
            BackoffOperations operations = context.getBean(BackoffOperations.class);
            assertThat(catchThrowable(() -> operations.poll("outbox", outbox::next, result -> true)))
                    .hasMessage("defect");
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    private void poll(int runs, Check check) {
        poll(application, runs, check);
    }

    private void poll(ApplicationContextRunner runner, int runs) {
        poll(runner, runs, (context, polls) -> {});
    }

    private void poll(ApplicationContextRunner runner, int runs, Check check) {
        runner.run(running -> {
            assertThat(running).hasNotFailed();
            for (int run = 0; run < runs; run++) {
                scheduler.runNext();
            }
            check.check(
                    running.getSourceApplicationContext(GenericApplicationContext.class),
                    running.getBean(BackoffPolls.class));
        });
    }

    private static double runs(MeterRegistry registry, String result) {
        return registry.get("backoff.polls")
                .tags("policy", "outbox", "method", "Outbox.next", "result", result)
                .counter()
                .count();
    }

    private static Duration[] seconds(long... seconds) {
        return LongStream.of(seconds).mapToObj(Duration::ofSeconds).toArray(Duration[]::new);
    }

    private interface Check {

        void check(GenericApplicationContext context, BackoffPolls polls) throws Exception;
    }

    static class Outbox {

        final Queue<Callable<?>> results = new ArrayDeque<>();

        void fail(Exception... failures) {
            for (Exception failure : List.of(failures)) {
                results.add(() -> {
                    throw failure;
                });
            }
        }

        static Object down() throws IOException {
            throw new IOException("down");
        }

        @BackoffPoll("outbox")
        @Nullable
        Object next() throws Exception {
            Callable<?> next = results.poll();
            return next == null ? null : next.call();
        }
    }
}
