package io.backoff.rewrite.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs the code of a case before and after its migration, and compares what calls do. */
final class Comparison {

    private static final String CONFIGURATION = Case.CODE + "shop/App.java";

    // Other libraries count whole milliseconds, and truncate each time.
    private static final double ROUNDING = 2;
    private static final double RELATIVE_ROUNDING = 0.001;

    // The means of two samples of 400 uniform draws differ by less than 4 standard deviations, 0.0204 of the range
    // each.
    private static final int CALLS = 400;
    private static final double TOLERANCE = 0.082;

    private Comparison() {}

    static void assertSame(Library library, Case each, Migration migration) {
        var before = before(library, each);
        var after = migration.migrate(before);
        var text = String.join("\n", after.values());
        assertThat(migration.migrate(after)).as("second run").isEqualTo(after);
        if (each.todo() == null) {
            assertThat(text).doesNotContain("TODO backoff").contains("io.backoff.Backoff");
        } else {
            assertThat(text).containsPattern("// TODO backoff: .*" + Pattern.quote(each.todo()));
        }
        if (isUntouched(before, after)) {
            return;
        }
        if (each.random()) {
            assertSameDistributions(sample(before, each), sample(after, each), text);
        } else {
            assertSameCalls(each, before, after, text);
        }
    }

    /** Whether comments are all that the migration has added, so that there is nothing to compare. */
    private static boolean isUntouched(Map<String, String> before, Map<String, String> after) {
        var uncommented = new LinkedHashMap<>(after);
        uncommented.replaceAll((path, text) -> text.replaceAll(" *// TODO backoff.*\n", ""));
        return uncommented.equals(before);
    }

    static Map<String, String> before(Library library, Case each) {
        var files = new LinkedHashMap<String, String>();
        files.put(CONFIGURATION, library.configuration());
        files.putAll(each.files());
        return files;
    }

    private static void assertSameCalls(Case each, Map<String, String> before, Map<String, String> after, String text) {
        var theirs = new Application(before).record(each.scenarios().stream());
        var ours = new Application(after).record(each.scenarios().stream());
        for (int i = 0; i < theirs.size(); i++) {
            var expected = theirs.get(i);
            var actual = ours.get(i);
            assertThat(actual)
                    .as("%s, with%n%s", each.scenarios().get(i), text)
                    .usingRecursiveComparison()
                    .withEqualsForType(Comparison::isSame, Duration.class)
                    .isEqualTo(expected);
        }
    }

    private static boolean isSame(Duration one, Duration other) {
        double longer = Math.max(millis(one), millis(other));
        return Math.abs(millis(one) - millis(other)) <= ROUNDING + longer * RELATIVE_ROUNDING;
    }

    private static List<Recorded> sample(Map<String, String> files, Case each) {
        return new Application(files)
                .record(Stream.generate(() -> each.scenarios().get(0)).limit(CALLS));
    }

    private static void assertSameDistributions(List<Recorded> theirs, List<Recorded> ours, String text) {
        int attempts = theirs.get(0).attempts();
        assertThat(ours).as(text).extracting(Recorded::attempts).containsOnly(attempts);
        assertThat(ours)
                .as(text)
                .extracting(Recorded::outcome)
                .containsOnly(theirs.get(0).outcome());
        IntStream.range(0, attempts - 1).forEach(retry -> assertSameDistribution(retry, theirs, ours, text));
    }

    private static void assertSameDistribution(int retry, List<Recorded> theirs, List<Recorded> ours, String text) {
        var expected = statistics(retry, theirs);
        var actual = statistics(retry, ours);
        double range = Math.max(expected.getMax() - expected.getMin(), actual.getMax() - actual.getMin());
        double rounding = ROUNDING + expected.getMax() * RELATIVE_ROUNDING;
        // Of 400 draws, the least one is within 3 % of the range in all but one of 100 000 samples; the seed is fixed.
        double bound = range * 0.03 + rounding;
        assertThat(actual.getMin())
                .as("minimum before retry %s%n%s", retry + 1, text)
                .isBetween(expected.getMin() - bound, expected.getMin() + bound);
        assertThat(actual.getMax())
                .as("maximum before retry %s%n%s", retry + 1, text)
                .isBetween(expected.getMax() - bound, expected.getMax() + bound);
        assertThat(actual.getAverage())
                .as("mean before retry %s%n%s", retry + 1, text)
                .isBetween(
                        expected.getAverage() - range * TOLERANCE - rounding,
                        expected.getAverage() + range * TOLERANCE + rounding);
    }

    private static DoubleSummaryStatistics statistics(int retry, List<Recorded> calls) {
        return calls.stream()
                .mapToDouble(each -> millis(each.waits().get(retry)))
                .summaryStatistics();
    }

    private static double millis(Duration delay) {
        return delay.toNanos() / 1e6;
    }
}
