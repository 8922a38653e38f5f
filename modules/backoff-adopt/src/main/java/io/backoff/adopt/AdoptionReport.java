package io.backoff.adopt;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    private static final LogMessage ADOPTED = LogMessage.info("Backoff %s %s (%s); set 'backoff.adopt.mode' to %s");

    private final ApplicationContext context;
    private final AdoptedMethods methods;
    private final AdoptionWarnings warnings;
    private final AdoptMode mode;

    AdoptionReport(ApplicationContext context, AdoptedMethods methods, AdoptionWarnings warnings, AdoptMode mode) {
        this.context = context;
        this.methods = methods;
        this.warnings = warnings;
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
            warnings.of(rows).forEach(each -> each.log(logger));
        }
    }

    private void report(Collection<AdoptedMethods.Row> rows) {
        boolean governs = mode == AdoptMode.GOVERN;
        String count = rows.size() == 1 ? "1 retried method" : rows.size() + " retried methods";
        ADOPTED.with(
                        governs ? "governs" : "observes",
                        count,
                        libraries(rows),
                        governs ? "'observe' to only count calls" : "'govern' to put retries under budgets")
                .log(logger);
    }

    private static String libraries(Collection<AdoptedMethods.Row> rows) {
        Map<String, Long> counts = rows.stream()
                .collect(Collectors.groupingBy(
                        each -> each.method().library().id(), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
