package io.backoff.testkit;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The series of this library as Prometheus would read them. */
public record Scrape(List<Series> series) {

    private static final Pattern LINE = Pattern.compile("(backoff_\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    public record Series(String name, Map<String, String> labels, double value) {}

    public static Scrape of(PrometheusMeterRegistry registry) {
        return new Scrape(registry.scrape()
                .lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new Series(line.group(1), labels(line.group(2)), Double.parseDouble(line.group(3))))
                .toList());
    }

    private static Map<String, String> labels(String text) {
        return LABEL.matcher(text)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    public Set<String> names() {
        return series.stream().map(Series::name).collect(Collectors.toSet());
    }

    public Set<String> labels() {
        return series.stream()
                .flatMap(sample -> sample.labels().keySet().stream())
                .collect(Collectors.toSet());
    }

    /** The values of a label in all series with this metric name and these other labels. */
    public List<String> values(String name, String label, Map<String, String> others) {
        return matching(name, others).stream()
                .map(sample -> sample.labels().get(label))
                .toList();
    }

    public double sum(String name, Map<String, String> labels) {
        return matching(name, labels).stream().mapToDouble(Series::value).sum();
    }

    public double sum(String name) {
        return sum(name, Map.of());
    }

    private List<Series> matching(String name, Map<String, String> labels) {
        return series.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
                .toList();
    }
}
