package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.pace.Pace;
import io.backoff.policy.Keys.Usage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeysTests {

    private static final BudgetLimits LIMITS = new BudgetLimits(1, 2, 0, DepositOn.SUCCESS);

    private final AtomicInteger announced = new AtomicInteger();
    private final RetryBudget budget = RetryBudget.of("payments", new BudgetLimits(0, 1_000, 0, DepositOn.SUCCESS));
    private Keys keys = new Keys(3, used -> announced.incrementAndGet());

    @Test
    void aKeyHasABucketOfItsOwn() {
        budget.change(LIMITS);
        assertThat(deny("a")).isEqualTo(2);
        assertThat(keys.mostDenied("payments", 10)).containsExactly(new Usage("a", "ca978112", 0, 1));
    }

    @Test
    void aCallWithoutAKeyHasTheBudgetAlone() {
        assertThat(policy().forKey(null).budget()).isSameAs(budget);
        assertThat(keys.size()).isZero();
        assertThat(announced).hasValue(0);
    }

    @Test
    void isAnnouncedBeforeTheFirstCall() {
        policy().forKey("a");
        assertThat(announced).hasValue(1);
    }

    @Test
    void ignoresKeysIfItMayRememberNone() {
        keys = new Keys(0, used -> announced.incrementAndGet());
        keys.expect();
        var policy = policy();
        assertThat(policy.forKey("a")).isSameAs(policy);
        assertThat(keys.size()).isZero();
        assertThat(announced).hasValue(0);
    }

    @Test
    void addsUpWhatAKeyHasUnderTwoPolicies() {
        budget.change(LIMITS);
        deny("a");
        var denied = keys.mostDenied("payments", 1).get(0);
        policy().forKey("b");
        var other = keys.mostDenied("payments", 2).get(1);
        assertThat(denied.plus(other)).isEqualTo(new Usage("a", "ca978112", 2, 1));
        assertThat(denied.plus(denied)).isEqualTo(new Usage("a", "ca978112", 0, 2));
    }

    @Test
    void isAnnouncedOnce() {
        keys.expect();
        policy().forKey("a");
        policy().forKey("b");
        assertThat(announced).hasValue(1);
    }

    @Test
    void forgetsTheLeastRecentlyUsed() {
        policy().forKey("a");
        assertThat(deny("b", 2)).isEqualTo(2);
        policy().forKey("c");
        policy().forKey("a");
        policy().forKey("d");
        assertThat(keys.mostDenied("payments", 10)).extracting(Usage::key).containsExactlyInAnyOrder("a", "c", "d");
        // A forgotten key starts full.
        policy().forKey("b");
        assertThat(keys.mostDenied("payments", 10)).extracting(Usage::tokens).containsOnly(1_000);
    }

    @Test
    void forgetsTheLaneToo() {
        Pace pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(1), 0);
        BackoffPolicy paced = policy().with(pace.lane(null), keys);
        var first = paced.forKey("a").lane();
        assertThat(paced.forKey("a").lane()).isSameAs(first).isNotSameAs(pace.lane(null));
        policy().forKey("b");
        policy().forKey("c");
        // Forgotten by a call of a policy that no longer has a pace.
        policy().forKey("d");
        assertThat(paced.forKey("a").lane()).isNotSameAs(first);
    }

    @Test
    void followsTheSettingsOfTheBudget() {
        policy().forKey("a");
        budget.change(LIMITS);
        assertThat(deny("a")).isEqualTo(2);
    }

    @Test
    void isShownUnderTheBudgetOfItsLatestCall() {
        policy().forKey("a");
        policy().withBudget(RetryBudget.of("others", LIMITS)).forKey("a");
        assertThat(keys.budgets()).containsExactly("others");
        assertThat(keys.mostDenied("others", 10)).extracting(Usage::key).containsExactly("a");
        assertThat(keys.mostDenied("payments", 10)).isEmpty();
    }

    @Test
    void namesTheBudgetsOfItsKeys() {
        assertThat(keys.budgets()).isEmpty();
        policy().forKey("a");
        policy().forKey("b");
        policy().withBudget(RetryBudget.of("others", LIMITS)).forKey("c");
        assertThat(keys.budgets()).containsExactlyInAnyOrder("payments", "others");
    }

    @Test
    void fillsTheBucketsUnderOneBudget() {
        budget.change(LIMITS);
        RetryBudget others = RetryBudget.of("others", LIMITS);
        deny("a");
        BackoffPolicy other = policy().withBudget(others);
        other.forKey("b").budget().tryWithdraw(0);
        keys.refill(budget);
        assertThat(keys.mostDenied("payments", 10)).extracting(Usage::tokens).containsExactly(2);
        assertThat(keys.mostDenied("others", 10)).extracting(Usage::tokens).containsExactly(1);
    }

    /** Had two threads a bucket each, one of the withdrawals would be missing. */
    @Test
    void threadsThatAddAKeyTogetherShareItsBucket() throws Exception {
        for (int i = 0; i < 200; i++) {
            String key = "key " + i;
            Threads.run(4, thread -> policy().forKey(key).budget().tryWithdraw(0));
            assertThat(keys.mostDenied("payments", 10))
                    .filteredOn(usage -> usage.key().equals(key))
                    .extracting(Usage::tokens)
                    .containsExactly(1_000 - 4);
            budget.refill();
        }
    }

    @Test
    void deniesNothingWithoutABudget() {
        BackoffPolicy unlimited = policy().withBudget(RetryBudget.UNLIMITED);
        assertThat(unlimited.forKey("a").budget()).isSameAs(RetryBudget.UNLIMITED);
        assertThat(keys.size()).isOne();
        budget.change(LIMITS);
        assertThat(deny("a")).isEqualTo(2);
    }

    @Test
    void showsThoseWithTheMostDenialsFirst() {
        budget.change(LIMITS);
        deny("a");
        deny("b");
        deny("b");
        policy().forKey("c");
        assertThat(keys.mostDenied("payments", 2)).extracting(Usage::key).containsExactly("b", "a");
        assertThat(keys.mostDenied("others", 10)).isEmpty();
    }

    @Test
    void cutsLongKeysAndHashesWholeOnes() {
        String start = "x".repeat(200);
        policy().forKey(start + "1");
        policy().forKey(start + "2");
        assertThat(keys.mostDenied("payments", 10)).singleElement().satisfies(usage -> {
            assertThat(usage.key()).isEqualTo(start);
            assertThat(usage.hash()).isEqualTo("39610fa2");
        });
    }

    @Test
    void survivesKeysThatCannotBeWritten() {
        policy().forKey("x".repeat(199) + "\uD83D\uDE00");
        policy().forKey(" ".repeat(200) + "a");
        assertThat(keys.mostDenied("payments", 10)).extracting(Usage::key).contains("x".repeat(199) + "?");
    }

    @Test
    void remembersNoMoreThanTheMaximumOfAMillionHostileKeys() {
        keys = new Keys(1_000, used -> {});
        budget.change(new BudgetLimits(0, 0, 0, DepositOn.SUCCESS));
        Pace pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(1), 0);
        BackoffPolicy paced = policy().with(pace.lane(null), keys);
        int denied = 0;
        for (int i = 0; i < 1_000_000; i++) {
            denied += paced.forKey("hostile " + i).budget().tryWithdraw(0) == Withdrawal.KEY_DENIED ? 1 : 0;
        }
        assertThat(denied).isEqualTo(1_000_000);
        assertThat(keys.size()).isEqualTo(1_000);
        assertThat(keys.mostDenied("payments", 10)).hasSize(10);
    }

    @Test
    void remembersNoMoreThanTheMaximumForManyThreads() throws Exception {
        Pace pace = Pace.adaptive("payments", 0.05, Duration.ofSeconds(1), 0);
        Keys shared = keys;
        Threads.run(8, thread -> {
            BackoffPolicy paced = policy().with(pace.lane(null), shared);
            for (int i = 0; i < 2_000; i++) {
                paced.forKey("key " + i % 7).lane();
            }
        });
        assertThat(keys.size()).isEqualTo(3);
    }

    /** How many retries are granted until one is denied. */
    private int deny(String key) {
        return deny(key, Integer.MAX_VALUE);
    }

    private int deny(String key, int most) {
        int granted = 0;
        while (granted < most && policy().forKey(key).budget().tryWithdraw(0).granted()) {
            budget.refill();
            granted++;
        }
        return granted;
    }

    private BackoffPolicy policy() {
        return Policies.of(3).withBudget(budget).with(Pace.OFF.lane(null), keys);
    }
}
