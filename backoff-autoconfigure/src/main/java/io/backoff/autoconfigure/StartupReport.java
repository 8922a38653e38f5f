package io.backoff.autoconfigure;

import io.backoff.aop.MethodInspection;
import io.backoff.budget.RetryBudget;
import io.backoff.engine.execution.Guard;
import io.backoff.logging.SpringLogger;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.IntegrationCalls;
import java.lang.System.Logger;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * The report that is logged after startup. Its first line is {@code Backoff guards 12 methods by 3 policies and 2
 * budgets; see /actuator/backoff}. This line counts the annotated methods, the calls that integrations guard, and the
 * policies and budgets of both. It names the endpoint if the endpoint is exposed over HTTP. The lines of the features
 * follow, information before warnings.
 */
final class StartupReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = SpringLogger.of(StartupReport.class);

    private static final LogMessage GUARDS = LogMessage.info("Backoff guards %s by %s and %s%s");
    private static final LogMessage GUARDS_NOTHING =
            LogMessage.info("Backoff guards no methods: no bean has @Backoff%s");

    private final ApplicationContext context;
    private final ObjectProvider<MethodInspection> inspection;
    private final ObjectProvider<IntegrationCalls> integrations;
    private final ObjectProvider<EndpointPath> endpoint;
    private final boolean enabled;

    StartupReport(
            ApplicationContext context,
            ObjectProvider<MethodInspection> inspection,
            ObjectProvider<IntegrationCalls> integrations,
            ObjectProvider<EndpointPath> endpoint,
            boolean enabled) {
        this.context = context;
        this.inspection = inspection;
        this.integrations = integrations;
        this.endpoint = endpoint;
        this.enabled = enabled;
    }

    /** Ignores events of child contexts, which this listener also receives. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) {
            if (GUARDS.isLoggable(logger)) {
                String end = (enabled ? "" : ", but 'backoff.enabled' is false") + where();
                line(guards(), end).log(logger);
            }
            ofFeatures().forEach(line -> line.log(logger));
        }
    }

    /** The lines of features in this context only: parent contexts log their own. */
    private List<LogLine> ofFeatures() {
        return context.getBeansOfType(StartupLines.class).values().stream()
                .flatMap(feature -> feature.lines().stream())
                .sorted(Comparator.comparing(line -> line.message().level()))
                .toList();
    }

    private List<Guard> guards() {
        Stream<Guard> annotated = inspection.getObject().methods().stream()
                .map(method -> method.guarded().guard());
        Stream<Guard> others = integrations.stream()
                .flatMap(integration -> integration.rows().stream())
                .map(IntegrationCalls.Row::guard);
        return Stream.concat(annotated, others).toList();
    }

    private static LogLine line(List<Guard> guards, String end) {
        if (guards.isEmpty()) {
            return GUARDS_NOTHING.with(end);
        }
        return GUARDS.with(
                count(guards.size(), "method", "methods"),
                count(distinct(guards, guard -> Stream.of(guard.calls().policy())), "policy", "policies"),
                count(distinct(guards, StartupReport::budget), "budget", "budgets"),
                end);
    }

    private static long distinct(List<Guard> guards, Function<Guard, Stream<String>> names) {
        return guards.stream().flatMap(names).distinct().count();
    }

    private static Stream<String> budget(Guard guard) {
        RetryBudget budget = guard.policy().get().budget();
        return budget == RetryBudget.UNLIMITED ? Stream.empty() : Stream.of(budget.name());
    }

    private static String count(long number, String one, String several) {
        return (number == 0 ? "no" : number) + " " + (number == 1 ? one : several);
    }

    private String where() {
        EndpointPath known = endpoint.getIfAvailable();
        @Nullable String path = known == null ? null : known.get();
        return path == null ? "" : "; see " + path;
    }
}
