package io.backoff.adopt;

import io.backoff.adopt.AdoptedMethods.Row;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.UnusedNames;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Logs the number of adopted methods: {@code Backoff observes 12 retried methods (resilience4j 5, spring-retry 7); set
 * 'backoff.adopt.mode' to 'govern' to put retries under budgets}. If no method is adopted, this line is omitted, and in
 * mode {@code govern} another one says so. Also warns about calls that cannot be ended early, about methods that two
 * libraries retry, and about settings that are probably mistakes.
 */
final class AdoptionReport implements StartupLines {

    private static final LogMessage ADOPTED = LogMessage.info("Backoff %s %s (%s); set 'backoff.adopt.mode' to %s");
    private static final LogMessage NOTHING_ADOPTED =
            LogMessage.info("Backoff governs no retried methods, because no other library retries a method of a bean");
    private static final LogMessage DELAYS_PASS = LogMessage.warning(
            "Callers of %s wait for the delays of %s even if retries are denied: these calls cannot be ended early. "
                    + "Keep delays short and attempts few.");
    private static final LogMessage RETRIED_TWICE = LogMessage.warning(
            "%s is retried by %s: attempts multiply. Remove one of the annotations, or set 'backoff.adopt.mode' to "
                    + "'govern', which lets one of them retry.");
    private static final LogMessage SAME_NAME =
            LogMessage.warning("Policy '%s' has the name of a Resilience4j instance, but does not apply to it. Write "
                    + "'backoff.adopt.policies.%s: %s', or rename the policy.");
    private static final LogMessage UNUSED_MAPPING = LogMessage.warning(
            "'backoff.adopt.policies' maps '%s' (%s), but no adopted method, class or instance has that name%s");

    private static final int NAMED = 3;

    private final AdoptedMethods methods;
    private final PolicyMapping mapping;
    private final PolicyStore store;
    private final AdoptMode mode;

    AdoptionReport(AdoptedMethods methods, PolicyMapping mapping, PolicyStore store, AdoptMode mode) {
        this.methods = methods;
        this.mapping = mapping;
        this.store = store;
        this.mode = mode;
    }

    @Override
    public List<LogLine> lines() {
        if (mode == AdoptMode.OFF) {
            return List.of();
        }
        Collection<Row> rows = methods.all();
        Stream<LogLine> ofMode = mode == AdoptMode.GOVERN ? delays(rows) : repeated(rows);
        return Stream.of(adopted(rows), ofMode, sameNames(rows), unusedMappings(rows), unusedBudgets(rows))
                .flatMap(lines -> lines)
                .toList();
    }

    private Stream<LogLine> adopted(Collection<Row> rows) {
        boolean governs = mode == AdoptMode.GOVERN;
        if (rows.isEmpty()) {
            return governs ? Stream.of(NOTHING_ADOPTED.with()) : Stream.empty();
        }
        return Stream.of(ADOPTED.with(
                governs ? "governs" : "observes",
                rows.size() == 1 ? "1 retried method" : rows.size() + " retried methods",
                libraries(rows),
                governs ? "'observe' to only count calls" : "'govern' to put retries under budgets"));
    }

    private static String libraries(Collection<Row> rows) {
        Map<String, Long> counts = rows.stream()
                .collect(
                        Collectors.groupingBy(row -> row.method().library().id(), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static Stream<LogLine> delays(Collection<Row> rows) {
        Map<String, List<String>> names = rows.stream()
                .filter(row -> !row.method().endsCalls())
                .collect(Collectors.groupingBy(
                        row -> row.method().library().id(),
                        TreeMap::new,
                        Collectors.mapping(Row::name, Collectors.toList())));
        return names.entrySet().stream().map(entry -> DELAYS_PASS.with(some(entry.getValue()), entry.getKey()));
    }

    private static String some(List<String> names) {
        List<String> distinct = names.stream().distinct().sorted().toList();
        String first = distinct.stream().limit(NAMED).collect(Collectors.joining(", "));
        return distinct.size() > NAMED ? first + " and " + (distinct.size() - NAMED) + " more" : first;
    }

    private static Stream<LogLine> repeated(Collection<Row> rows) {
        Map<BeanMethod, List<String>> libraries = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> new BeanMethod(row.bean(), row.name()),
                        LinkedHashMap::new,
                        Collectors.mapping(row -> row.method().library().id(), Collectors.toList())));
        return libraries.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> RETRIED_TWICE.with(entry.getKey().name(), String.join(" and by ", entry.getValue())));
    }

    private record BeanMethod(String bean, String name) {}

    private Stream<LogLine> sameNames(Collection<Row> rows) {
        return rows.stream()
                .filter(row -> !row.method().guards().mapped())
                .flatMap(row -> Stream.ofNullable(row.method().retry().instance()))
                .filter(store.get()::containsKey)
                .distinct()
                .map(name -> SAME_NAME.with(name, name, name));
    }

    private Stream<LogLine> unusedMappings(Collection<Row> rows) {
        Set<String> known = rows.stream().flatMap(AdoptionReport::keys).collect(Collectors.toSet());
        return mapping.unused().entrySet().stream()
                .map(entry -> UNUSED_MAPPING.with(
                        entry.getKey(),
                        entry.getValue(),
                        NameSuggestion.closest(entry.getKey(), known)
                                .map(closest -> "; did you mean '" + closest + "'?")
                                .orElse(".")));
    }

    private static Stream<String> keys(Row row) {
        String type = row.name().substring(0, row.name().lastIndexOf('.'));
        return Stream.concat(
                Stream.of(row.name(), type),
                Stream.ofNullable(row.method().retry().instance()));
    }

    private Stream<LogLine> unusedBudgets(Collection<Row> rows) {
        Set<String> names = rows.stream().map(Row::name).collect(Collectors.toCollection(TreeSet::new));
        Map<String, Settings<?>> written = new TreeMap<>(store.written(SettingsGroup.BUDGETS));
        written.keySet().removeIf(name -> !name.contains("."));
        return UnusedNames.warnings(SettingsGroup.BUDGETS, written, names, "adopted method").stream();
    }
}
