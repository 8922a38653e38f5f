package io.backoff.polling;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.Busy;
import io.backoff.classify.Classifier;
import io.backoff.classify.Response;
import io.backoff.classify.ResponseExtractor;
import io.backoff.engine.BackoffOperations;
import io.backoff.polling.BackoffPolls.Poll;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.HandDriven;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What a failure says decides when a poll is made again. */
class PolledFailureTests {

    private final HandDriven scheduler = new HandDriven();
    private final Outbox outbox = new Outbox();
    private final ApplicationContextRunner application = Applications.with(
                    BackoffAutoConfiguration.class, BackoffPollAutoConfiguration.class)
            .withPropertyValues(policy(
                    "outbox", "delay=1s, throttled-delay=3s, jitter=none, budget=none, max-attempts=9, max-elapsed=0"))
            .withBean(ResponseExtractor.class, () -> Response::read)
            .withBean(FakeTime.class)
            .withBean("taskScheduler", HandDriven.class, () -> scheduler);
    private final ApplicationContextRunner polled = application.withBean("outbox", Outbox.class, () -> outbox);

    @Test
    void aCalleeThatAsksToSlowDownIsPolledLater() {
        outbox.fail(new Response(429), new IOException("down"), new Response(503), new Response(429));
        poll(polled, 5);
        assertThat(scheduler.delays).containsExactly(seconds(0, 3, 2, 4, 10, 10));
    }

    @Test
    void theDelayAfterASuccessIsTheUsualOne() {
        outbox.fail(new Response(429));
        outbox.results.add(() -> true);
        poll(polled, 3);
        assertThat(scheduler.delays).containsExactly(seconds(0, 3, 1, 2));
    }

    @Test
    void aHintIsNotUndercut() {
        outbox.fail(
                new Busy(Duration.ofSeconds(30)),
                new IOException(new Busy(Duration.ofSeconds(40))),
                new IOException("down"),
                new Busy(Duration.ofSeconds(1)));
        poll(polled.withPropertyValues("backoff.policies.outbox.retry-after-spread=0"), 5);
        assertThat(scheduler.delays).containsExactly(seconds(0, 30, 40, 4, 8, 10));
    }

    @Test
    void aHintIsSpread() {
        IntStream.range(0, 8).forEach(run -> outbox.fail(new Busy(Duration.ofSeconds(30))));
        poll(polled, 8);
        assertThat(scheduler.delays.subList(1, 9))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(45)))
                .doesNotHaveDuplicates();
    }

    @Test
    void hintsCanBeIgnored() {
        outbox.fail(new Busy(Duration.ofSeconds(30)));
        poll(polled.withPropertyValues("backoff.policies.outbox.honor-retry-after=false"), 1);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1));
    }

    /** A callee may ask to be left alone for ever. */
    @Test
    void anEndlessHintBreaksNothing() {
        outbox.fail(new Busy(Duration.ofSeconds(ChronoUnit.FOREVER.getDuration().getSeconds())));
        run(polled, 1, context -> {
            assertThat(scheduler.scheduled()).isOne();
            assertThat(scheduler.delays.get(1)).isBetween(Duration.ofHours(1), Duration.ofMinutes(90));
            BackoffPolls polls = context.getBean(BackoffPolls.class);
            assertThat(polls.all()).extracting(Poll::nextRun).doesNotContainNull();
        });
    }

    @Test
    void aResetForgetsTheHint() {
        outbox.fail(new Busy(Duration.ofSeconds(30)));
        run(polled, 1, context -> {
            context.getBean(BackoffPolls.class).reset("Outbox.next");
            assertThat(scheduler.delays.get(scheduler.delays.size() - 1)).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void aFailureThatNoRetryCuresIsPolledAgainAllTheSame() {
        outbox.fail(new IllegalArgumentException("defect"), new IllegalArgumentException("defect"));
        poll(polled, 2);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2));
    }

    @Test
    void aClassifierThatThrowsBreaksNothing() {
        Classifier broken = failure -> {
            throw new StackOverflowError("broken");
        };
        outbox.fail(new Busy(Duration.ofSeconds(30)), new Response(429));
        poll(polled.withBean(Classifier.class, () -> broken), 3);
        assertThat(scheduler.delays).containsExactly(seconds(0, 1, 2, 4));
    }

    @Test
    void pollingFromCodeWaitsAccordingly() {
        outbox.fail(new Response(429), new IOException("down"), new Busy(Duration.ofSeconds(30)));
        run(application.withPropertyValues("backoff.policies.outbox.retry-after-spread=0"), 0, context -> {
            Callable<Object> next = outbox::next;
            context.getBean(BackoffOperations.class).poll("outbox", next::call, result -> outbox.results.isEmpty());
            assertThat(context.getBean(FakeTime.class).waits()).containsExactly(seconds(3, 2, 30));
        });
    }

    @Test
    void pollingFromCodeSpreadsHints() {
        IntStream.range(0, 8).forEach(run -> outbox.fail(new Busy(Duration.ofSeconds(30))));
        run(application, 0, context -> {
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
        run(application, 0, context -> {
            BackoffOperations operations = context.getBean(BackoffOperations.class);
            assertThat(catchThrowable(() -> operations.poll("outbox", outbox::next, result -> true)))
                    .hasMessage("defect");
            assertThat(context.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    private void poll(ApplicationContextRunner runner, int runs) {
        run(runner, runs, context -> {});
    }

    private void run(ApplicationContextRunner runner, int runs, Check check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            for (int run = 0; run < runs; run++) {
                scheduler.runNext();
            }
            check.check(context);
        });
    }

    private static Duration[] seconds(long... seconds) {
        return LongStream.of(seconds).mapToObj(Duration::ofSeconds).toArray(Duration[]::new);
    }

    private interface Check {

        void check(ApplicationContext context) throws Exception;
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

        @BackoffPoll("outbox")
        @Nullable
        Object next() throws Exception {
            Callable<?> next = results.poll();
            return next == null ? null : next.call();
        }
    }
}
