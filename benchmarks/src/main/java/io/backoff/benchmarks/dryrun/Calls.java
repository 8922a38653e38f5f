package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.dryrun.Change.Load;
import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.dryrun.Figures;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes the calls of a load under a policy, and measures the figures that a dry run predicts. */
final class Calls {

    private final VirtualTime time;
    private final BackoffOperations operations;
    private final String policy;
    private final Load load;
    private final RandomGenerator chance;
    private final Callee callee;
    private final long end;
    private final List<Long> delays = new ArrayList<>();
    private long attempts;
    private long succeeded;

    private Calls(VirtualTime time, BackoffOperations operations, String policy, Load load, long seed) {
        this.time = time;
        this.operations = operations;
        this.policy = policy;
        this.load = load;
        this.chance = new SplittableRandom(2 * seed);
        this.callee = load.factory().create(time, new SplittableRandom(2 * seed + 1));
        this.end = time.nanoTime() + TimeUnit.SECONDS.toNanos(load.seconds());
    }

    /**
     * Makes all calls and waits for them.
     *
     * @param budget the budget of the policy
     * @param seed determines when calls begin and which attempts fail
     */
    static Figures run(VirtualTime time, BackoffOperations operations, RetryBudget budget, Change change, long seed) {
        Calls calls = new Calls(time, operations, change.policy(), change.load(), seed);
        long deniedBefore = budget.withdrawals(Withdrawal.DENIED);
        calls.scheduleNext();
        time.run();
        return calls.figures(budget.withdrawals(Withdrawal.DENIED) - deniedBefore);
    }

    private void scheduleNext() {
        long pause = Math.round(TimeUnit.SECONDS.toNanos(1) * chance.nextExponential() / load.callsPerSecond());
        if (time.nanoTime() + pause < end) {
            time.schedule(this::call, Duration.ofNanos(pause), Purpose.DELAY);
        }
    }

    private void call() {
        scheduleNext();
        Wait wait = new Wait();
        Supplier<CompletableFuture<String>> attempts = callee.call();
        operations.callAsync(policy, () -> attempt(attempts, wait)).whenComplete((response, failure) -> {
            succeeded += failure == null ? 1 : 0;
            delays.add(wait.total());
        });
    }

    private CompletableFuture<String> attempt(Supplier<CompletableFuture<String>> next, Wait wait) {
        attempts++;
        wait.end();
        return next.get().whenComplete((response, failure) -> wait.begin());
    }

    private Figures figures(long denied) {
        Collections.sort(delays);
        int calls = delays.size();
        long asked = attempts - calls + denied;
        double mean = delays.stream().mapToLong(Long::longValue).average().orElse(0);
        return new Figures(
                attempts / (double) calls,
                succeeded / (double) calls,
                asked == 0 ? 0 : denied / (double) asked,
                Duration.ofNanos(Math.round(mean)),
                Duration.ofNanos(delays.get((int) Math.ceil(0.99 * calls) - 1)));
    }

    /**
     * Measures how long a call waits between attempts. If the call ends during an attempt, the rest of that attempt
     * does not count as waiting.
     */
    private final class Wait {

        private long total;
        private long since = time.nanoTime();

        private void end() {
            total += time.nanoTime() - since;
        }

        private void begin() {
            since = time.nanoTime();
        }

        private long total() {
            return total;
        }
    }
}
