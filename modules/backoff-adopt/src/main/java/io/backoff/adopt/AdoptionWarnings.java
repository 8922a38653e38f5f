package io.backoff.adopt;

import io.backoff.adopt.AdoptedMethods.Row;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.UnusedBudgets;
import io.backoff.message.LogLine;
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

/** Finds what adoption cannot do, and settings that are unlikely to be intended. */
final class AdoptionWarnings {

    private static final int NAMED = 3;

    private final PolicyMapping mapping;
    private final PolicyStore store;
    private final AdoptMode mode;

    AdoptionWarnings(PolicyMapping mapping, PolicyStore store, AdoptMode mode) {
        this.mapping = mapping;
        this.store = store;
        this.mode = mode;
    }

    /** The lines about these methods, all that are adopted. */
    List<LogLine> of(Collection<Row> rows) {
        Stream<LogLine> ofMode = mode == AdoptMode.GOVERN ? delays(rows) : repeated(rows);
        return Stream.of(ofMode, sameNames(rows), unusedMappings(rows), unusedBudgets(rows))
                .flatMap(each -> each)
                .toList();
    }

    private static Stream<LogLine> delays(Collection<Row> rows) {
        Map<String, List<String>> names = rows.stream()
                .filter(each -> !each.method().endsCalls())
                .collect(Collectors.groupingBy(
                        each -> each.method().library().id(),
                        TreeMap::new,
                        Collectors.mapping(Row::name, Collectors.toList())));
        return names.entrySet().stream()
                .map(each -> AdoptMessage.DELAYS_PASS.with(some(each.getValue()), each.getKey()));
    }

    private static String some(List<String> names) {
        List<String> distinct = names.stream().distinct().sorted().toList();
        String first = distinct.stream().limit(NAMED).collect(Collectors.joining(", "));
        return distinct.size() > NAMED ? first + " and " + (distinct.size() - NAMED) + " more" : first;
    }

    private static Stream<LogLine> repeated(Collection<Row> rows) {
        Map<BeanMethod, List<String>> libraries = rows.stream()
                .collect(Collectors.groupingBy(
                        each -> new BeanMethod(each.bean(), each.name()),
                        LinkedHashMap::new,
                        Collectors.mapping(each -> each.method().library().id(), Collectors.toList())));
        return libraries.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> AdoptMessage.RETRIED_TWICE.with(
                        each.getKey().name(), String.join(" and by ", each.getValue())));
    }

    private record BeanMethod(String bean, String name) {}

    private Stream<LogLine> sameNames(Collection<Row> rows) {
        return rows.stream()
                .filter(each -> !each.method().guards().mapped())
                .flatMap(each -> Stream.ofNullable(each.method().retry().instance()))
                .filter(store.get()::containsKey)
                .distinct()
                .map(each -> AdoptMessage.SAME_NAME.with(each, each, each));
    }

    private Stream<LogLine> unusedMappings(Collection<Row> rows) {
        Set<String> known = rows.stream().flatMap(AdoptionWarnings::keys).collect(Collectors.toSet());
        return mapping.unused().entrySet().stream()
                .map(each -> AdoptMessage.UNUSED_MAPPING.with(
                        each.getKey(),
                        each.getValue(),
                        NameSuggestion.closest(each.getKey(), known)
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
        Map<String, ? extends Settings<?>> written = store.written(SettingsGroup.BUDGETS);
        return written.entrySet().stream()
                .filter(each -> each.getKey().contains(".") && !names.contains(each.getKey()))
                .flatMap(each -> UnusedBudgets.warning(
                        SettingsGroup.BUDGETS, each.getKey(), each.getValue(), names, "adopted method"));
    }
}
