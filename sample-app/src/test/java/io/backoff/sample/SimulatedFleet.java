package io.backoff.sample;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.policy.Outcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The instances of an application, simulated second by second: calls that arrive at random, their attempts, and what
 * Prometheus scrapes of them. Budgets and delays are the real ones.
 */
final class SimulatedFleet {

    private static final long SECOND = 1_000_000_000L;
    private static final int MAX_ATTEMPTS = 3;
    private static final long MAX_ELAPSED = 30 * SECOND;
    private static final Delay DELAY = exponential(SECOND / 10);
    private static final Delay THROTTLED_DELAY = exponential(SECOND);

    private final String job;
    private final SplittableRandom random;
    private final List<Instance> instances;
    private final Queue<Step> steps = new PriorityQueue<>();
    private SimulatedCallee callee = SimulatedCallee.WELL;
    private IntToDoubleFunction load = second -> 5;
    private BudgetLimits limits = new BudgetLimits(0.1, 20, 0.1, DepositOn.CALL);

    SimulatedFleet(String job, int instances, SplittableRandom random) {
        this.job = job;
        this.random = random;
        this.instances =
                IntStream.rangeClosed(1, instances).mapToObj(Instance::new).toList();
    }

    SimulatedFleet calling(SimulatedCallee called) {
        callee = called;
        return this;
    }

    /** Sets the calls per second of all instances together. */
    SimulatedFleet load(IntToDoubleFunction callsPerSecond) {
        load = callsPerSecond;
        return this;
    }

    SimulatedFleet budgets(BudgetLimits each) {
        limits = each;
        return this;
    }

    /** Restarts an instance: for a while it makes no calls and is not scraped, and then its counters begin at 0. */
    SimulatedFleet restart(int instance, int from, int to) {
        instances.get(instance).down = new Span(from, to);
        return this;
    }

    /** Does not scrape an instance for a while, in which it goes on making calls. */
    SimulatedFleet unscraped(int instance, int from, int to) {
        instances.get(instance).unscraped = new Span(from, to);
        return this;
    }

    void run(int seconds, SampledSeries series) {
        for (int second = 0; second <= seconds; second++) {
            long now = second * SECOND;
            for (Instance each : instances) {
                if (second == 0 || second == each.down.to) {
                    each.start();
                }
            }
            int calls = poisson(load.applyAsDouble(second));
            for (int i = 0; i < calls; i++) {
                long time = now + i * SECOND / calls;
                runUntil(time);
                any(second).call(time);
            }
            runUntil(now + SECOND - 1);
            if (second % series.interval() == 0) {
                for (Instance each : instances) {
                    each.scrape(second, series);
                }
            }
        }
    }

    private void runUntil(long time) {
        while (!steps.isEmpty() && steps.peek().due <= time) {
            steps.remove().task.run();
        }
    }

    private Instance any(int second) {
        while (true) {
            Instance chosen = instances.get(random.nextInt(instances.size()));
            if (!chosen.down.contains(second) || instances.size() == 1) {
                return chosen;
            }
        }
    }

    /** Draws how many calls arrive in a second. */
    private int poisson(double mean) {
        int count = -1;
        for (double sum = 0; sum <= mean; count++) {
            sum -= Math.log(1 - random.nextDouble());
        }
        return count;
    }

    private static Delay exponential(long nanos) {
        return Delay.of(Growth.exponential(nanos, 2), Jitter.full(), Cap.WINDOW, 10 * SECOND, 0);
    }

    private final class Instance {

        private final int number;
        private final Map<String, IntToDoubleFunction> meters;
        private final long[] outcomes = new long[Outcome.values().length];
        private long retries;
        private long throttledRetries;
        private RetryBudget budget = RetryBudget.UNLIMITED;
        private Span down = Span.NEVER;
        private Span unscraped = Span.NEVER;

        Instance(int number) {
            this.number = number;
            this.meters = meters();
        }

        void start() {
            budget = RetryBudget.of("provider", limits);
            Arrays.fill(outcomes, 0);
            retries = 0;
            throttledRetries = 0;
        }

        void call(long now) {
            budget.recordCall(now);
            attempt(1, now, 0);
        }

        private void attempt(int attempt, long now, long delay) {
            switch (callee.respond((int) (now / SECOND), number, attempt, random)) {
                case OK -> succeeded(attempt);
                case PERMANENT -> end(Outcome.NOT_RETRYABLE);
                case OVERLOADED -> end(Outcome.OVERLOADED);
                case NONE -> later(now + MAX_ELAPSED, () -> end(Outcome.ELAPSED));
                case FAILED -> {
                    if (isGranted(attempt, now)) {
                        retries++;
                        again(attempt + 1, now, DELAY.nanos(attempt, delay, random));
                    }
                }
                case THROTTLED -> {
                    if (isGranted(attempt, now)) {
                        throttledRetries++;
                        again(attempt + 1, now, THROTTLED_DELAY.nanos(attempt, delay, random));
                    }
                }
            }
        }

        private void succeeded(int attempt) {
            budget.recordSuccess();
            end(attempt == 1 ? Outcome.SUCCESS : Outcome.RECOVERED);
        }

        private boolean isGranted(int attempt, long now) {
            if (attempt == MAX_ATTEMPTS) {
                end(Outcome.EXHAUSTED);
                return false;
            }
            boolean granted = budget.tryWithdraw(now).granted();
            if (!granted) {
                end(Outcome.BUDGET_DENIED);
            }
            return granted;
        }

        private void again(int attempt, long now, long delay) {
            later(now + delay, () -> attempt(attempt, now + delay, delay));
        }

        // The delayed attempts of an instance end with it.
        private void later(long due, Runnable task) {
            RetryBudget current = budget;
            steps.add(new Step(due, () -> {
                if (budget == current) {
                    task.run();
                }
            }));
        }

        private void end(Outcome outcome) {
            outcomes[outcome.ordinal()]++;
        }

        void scrape(int second, SampledSeries series) {
            if (!down.contains(second) && !unscraped.contains(second)) {
                meters.forEach((name, meter) -> series.scrape(second, name, meter.applyAsDouble(second)));
            }
        }

        private Map<String, IntToDoubleFunction> meters() {
            String labels = "{job=\"%1$s\", instance=\"%1$s-%2$d\", ".formatted(job, number);
            String calls = labels + "policy=\"provider\", method=\"Provider.charge\", ";
            String budgets = labels + "budget=\"provider\"";
            Map<String, IntToDoubleFunction> all = new LinkedHashMap<>();
            for (Outcome each : Outcome.values()) {
                all.put(
                        "backoff_calls_total" + calls + "outcome=\"" + each.tag() + "\"}",
                        second -> outcomes[each.ordinal()]);
            }
            all.put("backoff_retries_total" + calls + "cause=\"http_5xx\"}", second -> retries);
            all.put("backoff_retries_total" + calls + "cause=\"throttled\"}", second -> throttledRetries);
            for (Withdrawal each : Withdrawal.values()) {
                String result = each.name().toLowerCase(Locale.ROOT);
                all.put(
                        "backoff_budget_withdrawals_total" + budgets + ", result=\"" + result + "\"}",
                        second -> budget.withdrawals(each));
            }
            all.put("backoff_budget_ratio" + budgets + "}", second -> budget.ratio(second * SECOND));
            all.put("backoff_budget_ratio_limit" + budgets + "}", second -> limits.ratio());
            all.put("backoff_budget_tokens" + budgets + "}", second -> budget.tokens());
            all.put("backoff_budget_capacity" + budgets + "}", second -> budget.capacity());
            return all;
        }
    }

    /** Something that an instance does later. */
    private record Step(long due, Runnable task) implements Comparable<Step> {

        @Override
        public int compareTo(Step other) {
            return Long.compare(due, other.due);
        }
    }

    /** From one second on, and before the other. */
    private record Span(int from, int to) {

        static final Span NEVER = new Span(-1, -1);

        boolean contains(int second) {
            return from <= second && second < to;
        }
    }
}
