package io.backoff.autoconfigure;

import io.backoff.aop.GuardedMethod;
import io.backoff.aop.MethodInspection;
import io.backoff.aop.MethodInspection.InspectedMethod;
import io.backoff.policy.RetryBudget;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Logs one line when the application has started: {@code Backoff guards 12 methods by 3 policies and 2 budgets; see
 * /actuator/backoff}. Counts annotated methods, and the policies and budgets that they use. Names the endpoint if it is
 * exposed over HTTP.
 */
final class StartupReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Log logger = LogFactory.getLog(StartupReport.class);

    private final ApplicationContext context;
    private final ObjectProvider<MethodInspection> inspection;
    private final ObjectProvider<EndpointPath> endpoint;
    private final boolean enabled;

    StartupReport(
            ApplicationContext context,
            ObjectProvider<MethodInspection> inspection,
            ObjectProvider<EndpointPath> endpoint,
            boolean enabled) {
        this.context = context;
        this.inspection = inspection;
        this.endpoint = endpoint;
        this.enabled = enabled;
    }

    /** Not for child contexts, whose events come here too. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context && logger.isInfoEnabled()) {
            logger.info(text(inspection.getObject().methods())
                    + (enabled ? "" : ", but 'backoff.enabled' is false")
                    + where());
        }
    }

    private static String text(List<InspectedMethod> methods) {
        if (methods.isEmpty()) {
            return "Backoff guards no methods: no bean has @Backoff";
        }
        long policies =
                methods.stream().map(each -> each.guarded().policy()).distinct().count();
        long budgets = methods.stream()
                .map(InspectedMethod::guarded)
                .flatMap(StartupReport::budget)
                .distinct()
                .count();
        return "Backoff guards " + count(methods.size(), "method", "methods") + " by "
                + count(policies, "policy", "policies") + " and " + count(budgets, "budget", "budgets");
    }

    private static Stream<String> budget(GuardedMethod method) {
        RetryBudget budget = method.guard().policy().get().budget();
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
