package io.backoff.benchmarks.soak;

import io.backoff.policy.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Totals of a run, for the report. */
final class Tally {

    /** The counted events. */
    enum Event {
        CONTEXT("applications started and closed"),
        IN_FLIGHT("calls in flight when their application was closed"),
        AFTERWARDS("calls to an application that was closed"),
        PAUSE("applications stopped and started again"),
        OUTAGE("outages, in which every attempt fails"),
        RETRY("retries"),
        CANCELLATION("futures and subscriptions cancelled"),
        INTERRUPT("interrupts"),
        INTERRUPTED_WAIT("of those, in a wait for a retry"),
        CHANGE("changes of settings accepted"),
        REJECTION("changes of settings refused, as they should be"),
        RESET("settings reset"),
        REFILL("budgets filled up"),
        SCRAPE("scrapes"),
        DENIAL("retries denied by a budget");

        final String description;

        Event(String description) {
            this.description = description;
        }
    }

    private final Map<Event, LongAdder> events = new EnumMap<>(Event.class);
    private final Map<Kind, Map<Outcome, Long>> outcomes = new EnumMap<>(Kind.class);

    Tally() {
        for (Event event : Event.values()) {
            events.put(event, new LongAdder());
        }
    }

    void add(Event event) {
        add(event, 1);
    }

    void add(Event event, long times) {
        LongAdder adder = events.get(event);
        if (adder != null) {
            adder.add(times);
        }
    }

    synchronized void add(Kind kind, Outcome outcome, long calls) {
        outcomes.computeIfAbsent(kind, any -> new EnumMap<>(Outcome.class)).merge(outcome, calls, Long::sum);
    }

    long sum(Event event) {
        LongAdder adder = events.get(event);
        return adder == null ? 0 : adder.sum();
    }

    synchronized long sum(Kind kind, Outcome outcome) {
        return outcomes.getOrDefault(kind, Map.of()).getOrDefault(outcome, 0L);
    }

    synchronized long calls() {
        return outcomes.values().stream()
                .flatMap(ofKind -> ofKind.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
