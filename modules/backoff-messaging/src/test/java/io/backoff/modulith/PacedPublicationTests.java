package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.Calls;
import io.backoff.pace.Lane;
import io.backoff.pace.Turn.State;
import io.backoff.policy.BackoffPolicies;
import io.backoff.testkit.Logged;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Publications whose listener is throttled, under a policy of three attempts, 10 s apart. */
@Logged(names = "io.backoff.modulith")
class PacedPublicationTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ApplicationContextRunner application =
            Orders.application().withPropertyValues("backoff.policies.events.pace=adaptive");

    @Test
    void waitForTheirFirstAttemptOnTheThreadOfTheListener() {
        run((orders, lane) -> {
            Calls.throttle(lane, orders.time());
            orders.time().clear();
            orders.listener().failFor(0);
            orders.publish("tea");
            assertThat(orders.statuses()).containsExactly("COMPLETED");
            assertThat(orders.time().waits())
                    .singleElement()
                    .satisfies(wait -> assertThat(wait).isBetween(Duration.ofMillis(90), Duration.ofMillis(160)));
        });
    }

    @Test
    void areSubmittedAgainIfTheirTurnComesWithinASecond() {
        run((orders, lane) -> {
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.poll();
            orders.time().advance(Duration.ofSeconds(9));
            Calls.throttle(lane, orders.time());
            orders.time().clear();
            orders.poll();
            assertThat(orders.statuses()).containsExactly("COMPLETED");
            assertThat(orders.time().waits()).hasSize(1).allMatch(wait -> wait.compareTo(SECOND) < 0);
        });
    }

    @Test
    void areLeftForALaterPollIfTheirTurnIsFar(CapturedOutput output) {
        run((orders, lane) -> {
            orders.listener().failFor(1);
            orders.publish("tea");
            orders.poll();
            orders.time().advance(Duration.ofSeconds(9));
            Calls.throttle(lane, orders.time());
            long now = orders.time().nanoTime();
            lane.throttled(now, now, Duration.ofSeconds(5));
            orders.time().clear();
            orders.poll();
            assertThat(orders.listener().calls).hasSize(1);
            assertThat(orders.time().waits()).isEmpty();
            assertThat(lane.pace().waiting()).isZero();
            assertThat(output).doesNotContain("wait for the retry budget");

            orders.pollAfter(Duration.ofSeconds(5));
            assertThat(orders.statuses()).containsExactly("COMPLETED");
        });
    }

    /** At less than one attempt per second, the turn of the second one is more than a second away. */
    @Test
    void waitForTheNextPollBehindOneWhoseTurnIsFar() {
        run((orders, lane) -> {
            orders.listener().failFor(1);
            orders.publish("tea", "milk", "bread");
            orders.poll();
            orders.time().advance(Duration.ofSeconds(9));
            paceBelowOne(lane, orders);

            orders.pollAfter(Duration.ofMillis(600));
            assertThat(orders.listener().calls).hasSize(4);
            assertThat(lane.pace().waiting()).isZero();
            orders.pollAfter(Duration.ofSeconds(1));
            assertThat(orders.listener().calls).hasSizeGreaterThan(4);
        });
    }

    @Test
    void giveTheirTurnBackIfAnotherInstanceSubmitsThem() {
        run((orders, lane) -> {
            orders.listener().failFor(1);
            orders.publish("tea", "milk");
            orders.poll();
            orders.time().advance(Duration.ofSeconds(9));
            Calls.throttle(lane, orders.time());
            orders.time().clear();
            orders.listener().meanwhile = orders::claimElsewhere;
            orders.poll();
            assertThat(orders.listener().calls).hasSize(3);
            assertThat(orders.time().waits()).as("the turns of both").hasSize(2);
            assertThat(lane.begin(orders.time().nanoTime(), Long.MAX_VALUE).state())
                    .isEqualTo(State.BEGUN);
        });
    }

    @Test
    void startPacingIfTheirAttemptsAreThrottled() {
        Classifier throttling = failure -> Verdict.retry(RetryCause.THROTTLED);
        application.withBean(Classifier.class, () -> throttling).run(context -> {
            Orders orders = new Orders(context);
            orders.listener().failFor(2);
            orders.publish("tea", "milk");
            Lane lane = context.getBean(BackoffPolicies.class).get("events").lane();
            assertThat(lane.pacing(orders.time().nanoTime())).isPresent();
        });
    }

    private static void paceBelowOne(Lane lane, Orders orders) {
        lane.begin(orders.time().nanoTime(), 0);
        orders.time().advance(Duration.ofMillis(990));
        for (int i = 0; i < 3; i++) {
            orders.time().advance(Duration.ofMillis(1));
            long now = orders.time().nanoTime();
            lane.throttled(now, now - 1, Duration.ZERO);
        }
        orders.time().clear();
    }

    private void run(BiConsumer<Orders, Lane> test) {
        application.run(context -> test.accept(
                new Orders(context),
                context.getBean(BackoffPolicies.class).get("events").lane()));
    }
}
