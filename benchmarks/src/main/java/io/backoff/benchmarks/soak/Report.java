package io.backoff.benchmarks.soak;

import io.backoff.benchmarks.soak.Tally.Event;
import io.backoff.benchmarks.soak.adopted.AdoptedTally;
import io.backoff.policy.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** The report of a run, in Markdown. */
final class Report {

    private final Tally tally;
    private final AdoptedTally adopted;
    private final Growth growth;
    private final Violations violations;

    Report(Tally tally, AdoptedTally adopted, Growth growth, Violations violations) {
        this.tally = tally;
        this.adopted = adopted;
        this.growth = growth;
        this.violations = violations;
    }

    @Override
    public String toString() {
        return String.join("\n", outcomes(), adopted(), events(), sizes(), conclusion());
    }

    private String outcomes() {
        StringBuilder table = table(outcomes("calls"));
        for (Kind kind : Kind.values()) {
            LongStream counts = Arrays.stream(Outcome.values()).mapToLong(outcome -> tally.sum(kind, outcome));
            table.append(line(kind.title(), counts));
        }
        LongStream sums = Arrays.stream(Outcome.values())
                .mapToLong(outcome -> Arrays.stream(Kind.values())
                        .mapToLong(kind -> tally.sum(kind, outcome))
                        .sum());
        return table.append(line("in all " + number(tally.calls()), sums)).toString();
    }

    private String adopted() {
        StringBuilder table = table(outcomes("adopted calls"));
        adopted.rows()
                .forEach((title, outcomes) -> table.append(line(
                        title,
                        Arrays.stream(Outcome.values()).mapToLong(outcome -> outcomes.getOrDefault(outcome, 0L)))));
        return table.toString();
    }

    private static List<String> outcomes(String first) {
        List<String> head = new ArrayList<>(List.of(first));
        Arrays.stream(Outcome.values()).forEach(outcome -> head.add("`" + outcome.tag() + "`"));
        return head;
    }

    private String events() {
        StringBuilder table = table(List.of("", "times"));
        for (Event event : Event.values()) {
            table.append(line(event.description, LongStream.of(tally.sum(event))));
        }
        return table.append(line("checks", LongStream.of(violations.checks()))).toString();
    }

    private String sizes() {
        List<Growth.Size> first = growth.first();
        List<Growth.Size> last = growth.last();
        StringBuilder table = table(List.of("between applications", "first third", "last third", "largest"));
        table.append(line(
                "heap after garbage collection, KiB",
                LongStream.of(
                                Growth.median(first, Growth.Size::heap),
                                Growth.median(last, Growth.Size::heap),
                                growth.largest(Growth.Size::heap))
                        .map(bytes -> bytes >> 10)));
        table.append(line(
                "classes",
                LongStream.of(
                        Growth.median(first, Growth.Size::classes),
                        Growth.median(last, Growth.Size::classes),
                        growth.largest(Growth.Size::classes))));
        table.append(line(
                "threads that are not the library's",
                LongStream.of(
                        Growth.median(first, Growth.Size::threads),
                        Growth.median(last, Growth.Size::threads),
                        growth.largest(Growth.Size::threads))));
        return table.toString();
    }

    private String conclusion() {
        List<String> found = violations.found();
        return found.isEmpty()
                ? "Everything held.\n"
                : found.size() + " VIOLATIONS\n" + String.join("\n", found) + "\n";
    }

    private static StringBuilder table(List<String> head) {
        return new StringBuilder("| ")
                .append(String.join(" | ", head))
                .append(" |\n|---")
                .append("|--:".repeat(head.size() - 1))
                .append("|\n");
    }

    private static String line(String title, LongStream values) {
        List<String> cells = new ArrayList<>(List.of(title));
        values.forEach(value -> cells.add(number(value)));
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
