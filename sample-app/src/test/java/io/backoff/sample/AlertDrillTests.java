package io.backoff.sample;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.backoff.sample.AlertDrills.Alert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The alerts do in simulated incidents what the table of the page says. One seed is run by default, without the cases
 * that take long; {@code -Dalerts.seeds=20} runs all that the table was made of, and prints it.
 */
class AlertDrillTests {

    private static final int SEEDS = Integer.getInteger("alerts.seeds", 1);
    private static final int ALL_SEEDS = 20;
    private static final Pattern RANGE = Pattern.compile("`(\\w+)` after (\\d+)(?: to (\\d+))? min");
    private static final Set<AlertCase> LARGE = EnumSet.of(AlertCase.ONE_OF_20, AlertCase.ONE_OF_50);
    private static final int LONG = 5 * AlertDrill.HOUR;

    @TempDir
    static Path directory;

    private static final Map<AlertCase, List<Drilled>> DRILLED = new EnumMap<>(AlertCase.class);

    @BeforeAll
    static void drill() throws IOException {
        Path rules = GrafanaDashboard.DIRECTORY.resolve("backoff-alerts.yml");
        for (int seed = 1; seed <= SEEDS; seed++) {
            int number = seed;
            List<AlertDrill> drills = Arrays.stream(AlertCase.values())
                    .filter(AlertDrillTests::isRun)
                    .map(each -> new AlertDrill(each, number))
                    .toList();
            AlertDrills.run(rules, directory, drills)
                    .forEach((drill, alerts) -> DRILLED.computeIfAbsent(drill.of(), key -> new ArrayList<>())
                            .add(new Drilled(drill, alerts)));
        }
        if (SEEDS == ALL_SEEDS) {
            System.out.println(
                    Arrays.stream(AlertCase.values()).map(AlertDrillTests::row).collect(joining("\n")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theExpectedAlertsFireAndNoOthers(AlertCase of) {
        assumeTrue(isRun(of), "takes long");
        assertThat(DRILLED.get(of))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.names()).isEqualTo(of.alerts()));
    }

    @ParameterizedTest
    @EnumSource
    void eachFiresOnceUntilTheTroubleEndsAndNamesTheInstance(AlertCase of) {
        assumeTrue(isRun(of), "takes long");
        assertThat(DRILLED.get(of))
                .allSatisfy(each -> assertThat(each.alerts).allSatisfy(alert -> {
                    assertThat(alert.times()).isOne();
                    assertThat(alert.toTheEnd()).isEqualTo(of.lasts());
                    assertThat(alert.instance()).isIn("", each.drill.culprit());
                }));
    }

    @ParameterizedTest
    @EnumSource
    void tableSaysWhenTheyFire(AlertCase of) throws IOException {
        assumeTrue(isRun(of), "takes long");
        String row = rows().get(of.title());
        Map<String, MatchResult> ranges =
                RANGE.matcher(row).results().collect(toMap(found -> found.group(1), identity()));
        assertThat(String.join(", ", new TreeSet<>(ranges.keySet()))).isEqualTo(of.alerts());

        assertThat(DRILLED.get(of))
                .allSatisfy(each -> assertThat(each.alerts).allSatisfy(alert -> {
                    MatchResult range = ranges.get(alert.name());
                    int least = Integer.parseInt(range.group(2));
                    assertThat((int) Math.round(alert.minutes()))
                            .isBetween(least, range.group(3) == null ? least : Integer.parseInt(range.group(3)));
                }));
    }

    @Test
    void tableHasAllCases() throws IOException {
        assertThat(rows().keySet())
                .containsExactlyElementsOf(
                        Arrays.stream(AlertCase.values()).map(AlertCase::title).toList());
    }

    @Test
    void tableIsThatOfAllSeeds() throws IOException {
        assumeTrue(SEEDS == ALL_SEEDS, "takes long: -Dalerts.seeds=20");
        assertThat(rows().values())
                .containsExactlyElementsOf(Arrays.stream(AlertCase.values())
                        .map(AlertDrillTests::row)
                        .toList());
    }

    private static boolean isRun(AlertCase of) {
        return SEEDS > 1 || of.length() < LONG && !LARGE.contains(of);
    }

    private static String row(AlertCase of) {
        List<Drilled> drilled = DRILLED.get(of);
        String fires = Stream.of(of.alerts().split(", "))
                .map(name -> name.isEmpty()
                        ? "none"
                        : "`" + name + "`"
                                + range(drilled.stream()
                                        .flatMap(each -> each.alerts.stream())
                                        .filter(alert -> alert.name().equals(name))
                                        .mapToInt(alert -> (int) Math.round(alert.minutes()))))
                .collect(joining(", "));
        return "| %s | %s | %d |"
                .formatted(
                        of.title(),
                        fires,
                        drilled.stream()
                                .filter(each -> each.names().equals(of.alerts()))
                                .count());
    }

    private static String range(IntStream minutes) {
        int[] sorted = minutes.sorted().toArray();
        if (sorted.length == 0) {
            return "";
        }
        int least = sorted[0];
        int most = sorted[sorted.length - 1];
        return least == most ? " after %d min".formatted(least) : " after %d to %d min".formatted(least, most);
    }

    /** The rows of the table, by their first cell. */
    private static Map<String, String> rows() throws IOException {
        String page = Files.readString(Path.of("..", "benchmarks", "results.md"));
        Map<String, String> rows = new LinkedHashMap<>();
        page.lines()
                .dropWhile(line -> !line.startsWith("| what happens |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .forEach(line -> rows.put(line.split(" \\| ")[0].substring(2), line));
        return rows;
    }

    private record Drilled(AlertDrill drill, List<Alert> alerts) {

        String names() {
            return alerts.stream().map(Alert::name).distinct().collect(joining(", "));
        }
    }
}
