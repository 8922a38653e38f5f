package io.backoff.benchmarks.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls and changes made to one application, as seen by the callers. */
final class Ledger {

    private final Map<Kind, Entry> entries = new EnumMap<>(Kind.class);
    private final LongAdder refills = new LongAdder();
    private final LongAdder budgetChanges = new LongAdder();

    Ledger() {
        for (Kind kind : Kind.values()) {
            entries.put(kind, new Entry(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder()));
        }
    }

    void called(Kind kind) {
        of(kind).calls.increment();
    }

    void attempted(Kind kind) {
        of(kind).attempts.increment();
    }

    void returned(Kind kind) {
        of(kind).results.increment();
    }

    void cancelled(Kind kind) {
        of(kind).cancellations.increment();
    }

    void refilled() {
        refills.increment();
    }

    /** The number of times that a budget was filled up. */
    long refills() {
        return refills.sum();
    }

    void budgetChanged() {
        budgetChanges.increment();
    }

    /** The number of times that the settings of a budget were changed or reset. */
    long budgetChanges() {
        return budgetChanges.sum();
    }

    long calls(Kind kind) {
        return of(kind).calls.sum();
    }

    long attempts(Kind kind) {
        return of(kind).attempts.sum();
    }

    /** The number of calls that returned the result of an attempt. */
    long results(Kind kind) {
        return of(kind).results.sum();
    }

    /** The number of calls that their caller tried to cancel. */
    long cancellations(Kind kind) {
        return of(kind).cancellations.sum();
    }

    long calls() {
        return entries.values().stream().mapToLong(entry -> entry.calls.sum()).sum();
    }

    private Entry of(Kind kind) {
        Entry entry = entries.get(kind);
        if (entry == null) {
            throw new IllegalArgumentException("No entry for " + kind);
        }
        return entry;
    }

    private record Entry(LongAdder calls, LongAdder attempts, LongAdder results, LongAdder cancellations) {}
}
