package io.backoff.docs;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.RetryBudget;
import io.backoff.policy.BackoffPolicy;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulates a fleet of instances in virtual time: a constant load on the whole fleet, spread evenly at random, and a
 * callee that fails every attempt in the first minute and none after it. Budgets and delays are the real ones.
 */
final class FleetSimulation {

    static final int CALLS_PER_SECOND = 1_000;

    private static final long SECOND = 1_000_000_000L;
    private static final long OUTAGE = 60 * SECOND;
    private static final long SEED = 1;

    private final BackoffPolicy policy;
    private final List<RetryBudget> budgets;
    private final Queue<Retry> retries = new PriorityQueue<>();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int[] retriesInSecond = new int[60];

    private FleetSimulation(BackoffPolicy policy, int instances, BudgetLimits limits) {
        this.policy = policy;
        this.budgets = IntStream.range(0, instances)
                .mapToObj(each -> RetryBudget.of("fleet", limits))
                .toList();
    }

    static Result run(BackoffPolicy policy, int instances, BudgetLimits limits) {
        return new FleetSimulation(policy, instances, limits).run();
    }

    private Result run() {
        long now = 0;
        for (; now < OUTAGE || !full(); now += SECOND / CALLS_PER_SECOND) {
            sendRetriesUntil(now);
            RetryBudget budget = budgets.get(random.nextInt(budgets.size()));
            budget.recordCall(now);
            attempt(budget, 1, 0, now);
        }
        return new Result(retriesInSecond, (double) (now - OUTAGE) / SECOND);
    }

    private boolean full() {
        return budgets.stream().allMatch(each -> each.tokens() == each.capacity());
    }

    private void sendRetriesUntil(long now) {
        while (!retries.isEmpty() && retries.peek().due <= now) {
            Retry retry = retries.remove();
            if (retry.due < OUTAGE) {
                retriesInSecond[(int) (retry.due / SECOND)]++;
            }
            attempt(retry.budget, retry.attempt, retry.delay, retry.due);
        }
    }

    private void attempt(RetryBudget budget, int attempt, long delay, long now) {
        if (now >= OUTAGE) {
            budget.recordSuccess();
        } else if (attempt < policy.limits().maxAttempts()
                && budget.tryWithdraw(now).granted()) {
            long next = policy.delay().nanos(policy.ordinal(attempt + 1), delay, random);
            retries.add(new Retry(now + next, budget, attempt + 1, next));
        }
    }

    private record Retry(long due, RetryBudget budget, int attempt, long delay) implements Comparable<Retry> {

        @Override
        public int compareTo(Retry other) {
            return Long.compare(due, other.due);
        }
    }

    /**
     * The result of a simulation.
     *
     * @param retriesInSecond retries sent in each second of the outage
     * @param secondsUntilFull seconds from the end of the outage until the last bucket was full again
     */
    record Result(int[] retriesInSecond, double secondsUntilFull) {

        int retries(int seconds) {
            return IntStream.of(retriesInSecond).limit(seconds).sum();
        }

        double attemptsPerCall(int seconds) {
            return 1 + (double) retries(seconds) / (seconds * CALLS_PER_SECOND);
        }
    }
}
