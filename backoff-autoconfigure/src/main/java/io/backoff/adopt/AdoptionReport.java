package io.backoff.adopt;

import io.backoff.logging.SpringLogger;
import io.backoff.message.AdoptMessage;
import io.backoff.text.NameSuggestion;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Logs one line when the application has started: {@code Backoff observes 12 retried methods (resilience4j 5,
 * spring-retry 7); set 'backoff.adopt.mode' to 'govern' to put retries under budgets}. Nothing if no method is adopted.
 * Warns of what adoption cannot do for these methods.
 */
final class AdoptionReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = SpringLogger.of(AdoptionReport.class);

    private final ApplicationContext context;
    private final AdoptedMethods methods;
    private final PolicyMapping mapping;
    private final AdoptMode mode;

    AdoptionReport(ApplicationContext context, AdoptedMethods methods, PolicyMapping mapping, AdoptMode mode) {
        this.context = context;
        this.methods = methods;
        this.mapping = mapping;
        this.mode = mode;
    }

    /** Ignores events of child contexts, which arrive here too. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context && mode != AdoptMode.OFF) {
            Collection<AdoptedMethods.Row> rows = methods.all();
            if (!rows.isEmpty()) {
                report(rows);
            }
            warnOfUnusedMappings(rows);
        }
    }

    private void report(Collection<AdoptedMethods.Row> rows) {
        boolean governs = mode == AdoptMode.GOVERN;
        String count = rows.size() == 1 ? "1 retried method" : rows.size() + " retried methods";
        AdoptMessage.ADOPTED
                .with(
                        governs ? "governs" : "observes",
                        count,
                        libraries(rows),
                        governs ? "'observe' to only count calls" : "'govern' to put retries under budgets")
                .log(logger);
        if (governs) {
            warnOfDelays(rows);
        }
    }

    private static String libraries(Collection<AdoptedMethods.Row> rows) {
        Map<String, Long> counts = rows.stream()
                .collect(Collectors.groupingBy(
                        each -> each.method().library().id(), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void warnOfDelays(Collection<AdoptedMethods.Row> rows) {
        Map<RetryLibrary, List<String>> names = rows.stream()
                .filter(each -> !each.method().endsCalls())
                .collect(Collectors.groupingBy(
                        each -> each.method().library(),
                        Collectors.mapping(AdoptedMethods.Row::name, Collectors.toList())));
        names.forEach((library, each) ->
                AdoptMessage.DELAYS_PASS.with(some(each), library.id()).log(logger));
    }

    private static String some(List<String> names) {
        String first = names.stream().distinct().sorted().limit(3).collect(Collectors.joining(", "));
        long more = names.stream().distinct().count() - 3;
        return more > 0 ? first + " and " + more + " more" : first;
    }

    private void warnOfUnusedMappings(Collection<AdoptedMethods.Row> rows) {
        List<String> known =
                rows.stream().flatMap(AdoptionReport::keys).distinct().toList();
        for (String key : mapping.unused()) {
            String suggestion = NameSuggestion.closest(key, known)
                    .map(closest -> "; did you mean '" + closest + "'?")
                    .orElse(".");
            AdoptMessage.UNUSED_MAPPING.with(key, suggestion).log(logger);
        }
    }

    private static Stream<String> keys(AdoptedMethods.Row row) {
        String type = row.name().substring(0, row.name().lastIndexOf('.'));
        return Stream.concat(
                Stream.of(row.name(), type),
                Stream.ofNullable(row.method().retry().instance()));
    }
}
