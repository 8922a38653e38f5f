package io.backoff.sample;

import java.util.function.IntToDoubleFunction;

/** The meters of stored calls, on the instances of an application that share a database. */
record StoredCalls(String job, SampledSeries series, int instances) {

    StoredCalls waiting(IntToDoubleFunction bySecond) {
        return all("waiting", bySecond);
    }

    StoredCalls dead(IntToDoubleFunction bySecond) {
        return all("dead", bySecond);
    }

    /** Sets the age of the oldest waiting call, by the clock of each instance. */
    StoredCalls oldest(IntToDoubleFunction bySecond) {
        return all("oldest_seconds", bySecond);
    }

    StoredCalls oldest(int instance, IntToDoubleFunction bySecond) {
        return one(instance, "oldest_seconds", bySecond);
    }

    StoredCalls paused(int instance, IntToDoubleFunction bySecond) {
        return one(instance, "paused", bySecond);
    }

    /** Sets how many calls each instance has delivered. */
    StoredCalls delivered(IntToDoubleFunction bySecond) {
        for (int i = 1; i <= instances; i++) {
            series.series(name(i, "backoff_redelivery_actions_total", ", action=\"delivered\""), bySecond);
        }
        return this;
    }

    /** What is not set otherwise: nothing waits, nothing is paused. */
    static StoredCalls none(String job, SampledSeries series, int instances) {
        StoredCalls calls = new StoredCalls(job, series, instances);
        for (int i = 1; i <= instances; i++) {
            calls.paused(i, second -> 0);
        }
        return calls.waiting(second -> 0).dead(second -> 0).oldest(second -> 0).delivered(second -> second / 60);
    }

    private StoredCalls all(String meter, IntToDoubleFunction bySecond) {
        for (int i = 1; i <= instances; i++) {
            one(i, meter, bySecond);
        }
        return this;
    }

    private StoredCalls one(int instance, String meter, IntToDoubleFunction bySecond) {
        series.series(name(instance, "backoff_redelivery_" + meter, ""), bySecond);
        return this;
    }

    private String name(int instance, String meter, String label) {
        return "%1$s{job=\"%2$s\", instance=\"%2$s-%3$d\", method=\"Partner.confirm\"%4$s}"
                .formatted(meter, job, instance, label);
    }
}
