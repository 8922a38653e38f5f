package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.Withdrawal;
import io.backoff.classify.RetryCause;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.metrics.BackoffMeterDocumentation;
import io.backoff.metrics.BackoffObservationDocumentation;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Docs;
import io.backoff.testkit.Docs.Block;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documented meters are those that an application has. */
class MeterTablesTests {

    private static final Path PAGE = Docs.GUIDE.resolve("metrics.md");
    private static final List<Meter> METERS = new ArrayList<>();
    private static final String SCRAPE = scrape();
    private static final Pattern SERIES = Pattern.compile("\\bbackoff_\\w+");
    private static final Map<Meter.Type, String> TYPES = Map.of(
            Meter.Type.COUNTER, "counter",
            Meter.Type.GAUGE, "gauge",
            Meter.Type.TIMER, "timer",
            Meter.Type.DISTRIBUTION_SUMMARY, "summary");

    @Test
    void areGenerated() {
        Generated.assertParts(
                PAGE,
                meters -> "| meter | type | tags | description |\n|---|---|---|---|\n"
                        + Stream.of(BackoffMeterDocumentation.values())
                                .map(MeterTablesTests::row)
                                .collect(Collectors.joining()));
    }

    private static String row(BackoffMeterDocumentation meter) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        meter.getName(),
                        TYPES.get(meter.getType()),
                        Stream.of(meter.getKeyNames())
                                .map(key -> "`" + key.asString() + "`")
                                .collect(Collectors.joining(", ")),
                        meter.getDescription());
    }

    @Test
    void areThoseOfTheApplication() {
        Map<String, List<Object>> registered = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        METERS.stream().map(Meter::getId).forEach(meter -> {
            registered.put(
                    meter.getName(),
                    of(meter.getType(), meter.getTags().stream().map(Tag::getKey)));
            texts.put(meter.getName(), meter.getDescription() + " in " + meter.getBaseUnit());
        });
        Map<String, List<Object>> declared = new TreeMap<>();
        Map<String, String> declaredTexts = new TreeMap<>();
        for (BackoffMeterDocumentation each : BackoffMeterDocumentation.values()) {
            declared.put(
                    each.getName(),
                    of(each.getType(), Stream.of(each.getKeyNames()).map(KeyName::asString)));
            declaredTexts.put(each.getName(), each.getDescription() + " in " + each.getBaseUnit());
        }

        assertThat(declared).isEqualTo(registered);
        assertThat(declaredTexts).isEqualTo(texts);
    }

    private static List<Object> of(Meter.Type type, Stream<String> tags) {
        return List.of(TYPES.get(type), tags.collect(Collectors.toCollection(TreeSet::new)));
    }

    /** What the library adds to observations is in the table of traces. */
    @Test
    void tracesAreThoseOfTheEnum() {
        List<String> declared = Stream.of(BackoffObservationDocumentation.values())
                .flatMap(each -> Stream.of(
                                Stream.of(each.getLowCardinalityKeyNames())
                                        .map(key -> key.asString() + " key value, low cardinality"),
                                Stream.of(each.getHighCardinalityKeyNames())
                                        .map(key -> key.asString() + " key value, high cardinality"),
                                Stream.of(each.getEvents()).map(event -> event.getName() + " event"))
                        .flatMap(names -> names))
                .toList();

        assertThat(Docs.table(PAGE, "in traces").rows())
                .extracting(row -> Docs.code(row.get(0)).get(0) + " " + row.get(1))
                .containsExactlyInAnyOrderElementsOf(declared);
    }

    @Test
    void nameTheValuesOfTags() {
        assertThat(values("outcome"))
                .isEqualTo(Arrays.stream(Outcome.values()).map(Outcome::tag).toList());
        assertThat(values("outcome` of `backoff.idempotency"))
                .isEqualTo(Arrays.stream(IdempotencyOutcome.values())
                        .map(IdempotencyOutcome::tag)
                        .toList());
        assertThat(values("cause"))
                .isEqualTo(
                        Arrays.stream(RetryCause.values()).map(RetryCause::tag).toList());
        assertThat(values("result` of `backoff.reloads")).containsExactly("applied", "refused");
        assertThat(values("result` of `backoff.polls")).containsExactly("found", "idle", "failed");
        assertThat(values("result"))
                .isEqualTo(Arrays.stream(Withdrawal.values())
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void outcomesAreComplete() {
        assertThat(Docs.table(PAGE, "outcome").rows())
                .extracting(row -> Docs.code(row.get(0)).get(0))
                .isEqualTo(Arrays.stream(Outcome.values()).map(Outcome::tag).toList());
    }

    @ParameterizedTest
    @MethodSource
    void queriesReadSeriesThatExist(Block block) {
        assertThat(SERIES.matcher(block.text()).results())
                .isNotEmpty()
                .allSatisfy(series -> assertThat(SCRAPE).contains("\n" + series.group() + "{"));
    }

    static Stream<Block> queriesReadSeriesThatExist() {
        return Docs.blocks("promql");
    }

    private static List<String> values(String tag) {
        return Docs.table(PAGE, "tag").rows().stream()
                .filter(row -> row.get(0).equals("`" + tag + "`"))
                .flatMap(row -> Docs.code(row.get(1)).stream())
                .toList();
    }

    private static String scrape() {
        List<String> scrapes = new ArrayList<>();
        MeteredApplication.run(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), registry -> {
            METERS.addAll(registry.getMeters());
            scrapes.add(registry.scrape());
        });
        return scrapes.get(0);
    }
}
