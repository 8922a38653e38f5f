package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.Table;
import io.backoff.dryrun.Figures;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A figure that dry runs predict. */
enum Figure {
    ATTEMPTS("attempts per call", Figures::attemptsPerCall, "%.2f"),
    SUCCESS("success", figures -> 100 * figures.succeeded(), "%.1f %%"),
    DENIED("retries denied", figures -> 100 * figures.denied(), "%.1f %%"),
    MEAN_DELAY("mean delay", figures -> seconds(figures.meanDelay()), "%.3f s"),
    P99_DELAY("99th percentile", figures -> seconds(figures.p99Delay()), "%.2f s");

    private final String title;
    private final ToDoubleFunction<Figures> value;
    private final String format;

    Figure(String title, ToDoubleFunction<Figures> value, String format) {
        this.title = title;
        this.value = value;
        this.format = format;
    }

    String title() {
        return title;
    }

    double of(Figures figures) {
        return value.applyAsDouble(figures);
    }

    String text(Figures figures) {
        return Table.number(format, of(figures));
    }

    /** Formats a difference. Differences of shares are in percentage points. */
    String error(double difference) {
        String number = format.split(" ", 2)[0];
        String zero = Table.number(number, 0.0);
        String text = Table.number(number, Math.abs(difference));
        return text.equals(zero) ? "0" : (difference < 0 ? "-" : "+") + text;
    }

    /** The root mean squared error of these predictions. */
    String deviation(List<Prediction> predictions) {
        double mean = predictions.stream()
                .mapToDouble(prediction -> of(prediction.predicted()) - of(prediction.after()))
                .map(error -> error * error)
                .average()
                .orElseThrow();
        return Table.number(format.split(" ", 2)[0], Math.sqrt(mean));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
