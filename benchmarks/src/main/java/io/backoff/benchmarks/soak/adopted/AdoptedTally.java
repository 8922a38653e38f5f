package io.backoff.benchmarks.soak.adopted;

import io.backoff.adopt.AdoptMode;
import io.backoff.policy.Outcome;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The outcomes of a run by mode and method, for the report. */
public final class AdoptedTally {

    private final Map<String, Map<Outcome, Long>> rows = new LinkedHashMap<>();

    synchronized void add(AdoptMode mode, Adopted method, Outcome outcome, long calls) {
        String title = method.title() + ", " + mode.name().toLowerCase(Locale.ROOT);
        rows.computeIfAbsent(title, any -> new EnumMap<>(Outcome.class)).merge(outcome, calls, Long::sum);
    }

    /** Calls by outcome for each row of the report. */
    public synchronized Map<String, Map<Outcome, Long>> rows() {
        return new LinkedHashMap<>(rows);
    }
}
