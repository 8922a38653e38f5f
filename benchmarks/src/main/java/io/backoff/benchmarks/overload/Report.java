package io.backoff.benchmarks.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** Results as tables in Markdown. */
final class Report {

    private final List<Result> results;

    Report(List<Result> results) {
        this.results = results;
    }

    /** Returns tables with the results and costs of each variant, in total and by second. */
    @Override
    public String toString() {
        return String.join("\n", achieved(), cost(), goodput(), amplification());
    }

    private String achieved() {
        return table(
                List.of("variant", "calls/s before", "back at 90 % after", "calls/s at the end", "lost calls"),
                result -> List.of(
                        Table.number("%.0f", result.baseline()),
                        recovery(result.recovery()),
                        Table.number("%.0f", result.finalGoodput()),
                        Table.number("%,d", result.totals().lost())));
    }

    private String cost() {
        return table(
                List.of(
                        "variant",
                        "attempts per call: peak",
                        "mean",
                        "at the end",
                        "retries",
                        "denied",
                        "useless work",
                        "capacity",
                        "latest call"),
                result -> List.of(
                        Table.number("%.2f", result.peakAmplification()),
                        Table.number("%.2f", result.meanAmplification()),
                        Table.number("%.2f", result.finalAmplification()),
                        Table.number("%,d", result.retries()),
                        Table.number("%,d", result.totals().denied()),
                        Table.number("%.0f %%", 100 * result.totals().useless()),
                        Table.number("%.0f/s", result.totals().capacity()),
                        result.totals().lateness().toMillis() + (result.isValid() ? " ms" : " ms, not valid")));
    }

    private String goodput() {
        return table(
                bySecond("calls/s that end well"),
                result -> result.seconds().stream()
                        .map(second -> Table.number("%d", second.succeeded()))
                        .toList());
    }

    private String amplification() {
        return table(
                bySecond("attempts per call"),
                result -> result.seconds().stream()
                        .map(second -> Table.number("%.1f", second.amplification()))
                        .toList());
    }

    private List<String> bySecond(String title) {
        List<String> head = new ArrayList<>(List.of(title));
        for (int second = 0; second < results.get(0).seconds().size(); second++) {
            head.add(Integer.toString(second));
        }
        return head;
    }

    private String table(List<String> head, Function<Result, List<String>> cells) {
        Table table = new Table(head);
        for (Result result : results) {
            List<String> row = new ArrayList<>(List.of(result.title()));
            row.addAll(cells.apply(result));
            table.row(row);
        }
        return table.toString();
    }

    private static String recovery(OptionalInt seconds) {
        return seconds.isPresent() ? seconds.getAsInt() + " s" : "never";
    }
}
