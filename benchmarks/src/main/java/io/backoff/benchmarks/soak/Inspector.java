package io.backoff.benchmarks.soak;

import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.Budgets;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Inspects an application while it runs. */
final class Inspector implements Runnable {

    // Policies allow calls of ten seconds; the other ten are tolerance for busy machines.
    private static final long LONGEST_CALL_SECONDS = 20;

    private final Life life;
    private final PrometheusMeterRegistry registry;
    private final Budgets budgets;
    private final long meters;
    private Map<String, Double> scraped = new HashMap<>();
    private boolean scrapes = true;

    Inspector(Life life) {
        this.life = life;
        this.registry = life.context.getBean(PrometheusMeterRegistry.class);
        this.budgets = life.context.getBean(Budgets.class);
        this.meters = meters();
    }

    @Override
    public synchronized void run() {
        try {
            if (scrapes) {
                lookAtScrape();
            }
            lookAtBudgets();
            lookAtOpenCalls();
        } catch (RuntimeException failure) {
            life.violations.unless(false, "%s while looking at %s", failure, life);
        }
    }

    /** Stops scrapes, because the application is about to close and its meters leave the registry. */
    synchronized void endScrapes() {
        scrapes = false;
    }

    private void lookAtScrape() {
        Map<String, Double> now = counters();
        long counted = Math.round(now.entrySet().stream()
                .filter(counter -> counter.getKey().startsWith("backoff_calls_total"))
                .mapToDouble(Map.Entry::getValue)
                .sum());
        long begun = life.ledger.calls();
        life.violations.unless(
                counted <= begun, "%d calls are counted, but only %d were made in %s", counted, begun, life);
        scraped.forEach((series, before) -> {
            Double after = now.get(series);
            life.violations.unless(after != null && after >= before, "%s: %f became %s", series, before, after);
        });
        life.violations.unless(meters() == meters, "%d meters became %d in %s", meters, meters(), life);
        scraped = now;
        life.tally.add(Tally.Event.SCRAPE);
    }

    private Map<String, Double> counters() {
        Map<String, Double> counters = new HashMap<>();
        registry.scrape().lines().forEach(line -> {
            int end = line.lastIndexOf(' ');
            if (line.startsWith("backoff_") && line.substring(0, end).contains("_total{")) {
                counters.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
            }
        });
        return counters;
    }

    private long meters() {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("backoff."))
                .count();
    }

    private void lookAtBudgets() {
        for (RetryBudget budget : budgets.all()) {
            // The lock keeps the capacity from changing between the two reads.
            synchronized (life) {
                int tokens = budget.tokens();
                int capacity = budget.capacity();
                life.violations.unless(
                        tokens >= 0 && tokens <= capacity,
                        "%d tokens, with a capacity of %d, in budget %s of %s",
                        tokens,
                        capacity,
                        budget.name(),
                        life);
            }
        }
    }

    private void lookAtOpenCalls() {
        long now = System.nanoTime();
        for (Call call : life.open()) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(now - call.began);
            boolean hangs = seconds >= LONGEST_CALL_SECONDS;
            life.violations.unless(!hangs, "after %d s still open: %s", seconds, call);
            if (hangs) {
                life.ended(call);
            }
        }
    }
}
