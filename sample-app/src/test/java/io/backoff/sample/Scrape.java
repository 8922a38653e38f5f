package io.backoff.sample;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;

/** A response of {@code /actuator/prometheus}: values by series, for example {@code up{job="shop"}}. */
record Scrape(Map<String, Double> values) {

    static Scrape of(String text) {
        return new Scrape(text.lines()
                .filter(line -> !line.startsWith("#"))
                .collect(toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))));
    }

    /** The sum over the meter's series that have these labels, such as {@code le="1.0"}; at least one must. */
    double sum(String meter, String... labels) {
        return values.entrySet().stream()
                .filter(series -> isOf(series.getKey(), meter, labels))
                .mapToDouble(Map.Entry::getValue)
                .reduce(Double::sum)
                .orElseThrow(() -> new AssertionError("No " + meter + Arrays.toString(labels)));
    }

    private static boolean isOf(String series, String meter, String... labels) {
        return series.startsWith(meter + "{")
                && Arrays.stream(labels)
                        .allMatch(label -> series.contains("{" + label) || series.contains("," + label));
    }
}
