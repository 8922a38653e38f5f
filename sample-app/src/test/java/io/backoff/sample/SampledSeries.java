package io.backoff.sample;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** What Prometheus scrapes: the values of series, one for each scrape, in the notation of promtool. */
final class SampledSeries {

    /** In place of a value: there was no scrape, or no such series in it. */
    static final double MISSING = Double.NEGATIVE_INFINITY;

    private final Map<String, double[]> values = new LinkedHashMap<>();
    private final int interval;
    private final int scrapes;

    SampledSeries(int interval, int seconds) {
        this.interval = interval;
        this.scrapes = seconds / interval + 1;
    }

    /** Seconds between two scrapes. */
    int interval() {
        return interval;
    }

    int size() {
        return values.size();
    }

    /** Sets the value of one scrape. */
    void scrape(int second, String series, double value) {
        values.computeIfAbsent(series, key -> {
            double[] none = new double[scrapes];
            Arrays.fill(none, MISSING);
            return none;
        })[second / interval] = value;
    }

    /** Sets the values of all scrapes, by their second. */
    void series(String series, IntToDoubleFunction bySecond) {
        for (int scrape = 0; scrape < scrapes; scrape++) {
            scrape(scrape * interval, series, bySecond.applyAsDouble(scrape * interval));
        }
    }

    /** The member {@code input_series} of a test. */
    String input() {
        return values.entrySet().stream()
                .map(each -> "      - { series: '%s', values: '%s' }\n".formatted(each.getKey(), text(each.getValue())))
                .collect(Collectors.joining());
    }

    private static String text(double[] values) {
        StringBuilder text = new StringBuilder();
        for (int from = 0, to; from < values.length; from = to) {
            to = from + 1;
            while (to < values.length && Double.compare(values[to], values[from]) == 0) {
                to++;
            }
            text.append(from == 0 ? "" : " ").append(run(values[from], to - from));
        }
        return text.toString();
    }

    // "_x3" are three missing values, but "1x3" are four; NaN cannot be repeated.
    private static String run(double value, int times) {
        if (value == MISSING) {
            return "_x" + times;
        } else if (Double.isNaN(value)) {
            return "NaN ".repeat(times).strip();
        }
        String text = value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        return times == 1 ? text : text + "x" + (times - 1);
    }
}
