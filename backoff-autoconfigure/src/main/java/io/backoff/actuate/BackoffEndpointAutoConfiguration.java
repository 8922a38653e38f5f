package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.autoconfigure.EndpointPath;
import io.backoff.config.BackoffProperties;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsLog;
import io.backoff.config.change.SettingsReload;
import io.backoff.config.policy.Budgets;
import io.backoff.config.policy.PolicyMemory;
import io.backoff.endpoint.ChangePreview;
import io.backoff.endpoint.EndpointRows;
import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.method.IntegrationCalls;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Adds the endpoint {@code backoff} if Actuator is present and the application exposes the endpoint, for example by
 * {@code management.endpoints.web.exposure.include}.
 */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(BackoffEndpoint.class)
@ConditionalOnBean(PolicyStore.class)
public final class BackoffEndpointAutoConfiguration {

    @Bean
    PolicyReports backoffPolicyReports(
            PolicyStore store, CallStatisticsRegistry statistics, TimeSource time, BackoffProperties properties) {
        return new PolicyReports(store, statistics, time, properties.enabled());
    }

    @Bean
    BudgetReports backoffBudgetReports(
            Budgets budgets, PolicyStore store, PolicyMemory memory, BackoffProperties properties, TimeSource time) {
        return new BudgetReports(budgets, store, memory, properties.keys().show(), time);
    }

    @Bean
    MethodReports backoffMethodReports(
            MethodInspection inspection,
            ObjectProvider<IntegrationCalls> integrations,
            ObjectProvider<EndpointRows> features) {
        return new MethodReports(inspection, integrations, features);
    }

    /** Supplies the path of the endpoint; {@code null} if the endpoint is exposed only over JMX. */
    @Bean
    EndpointPath backoffEndpointPath(ObjectProvider<PathMappedEndpoints> paths) {
        return () -> {
            PathMappedEndpoints exposed = paths.getIfAvailable();
            return exposed == null ? null : exposed.getPath(EndpointId.of("backoff"));
        };
    }

    @Bean
    ChangeHandler backoffChangeHandler(
            PolicyStore store, SettingsReload reload, Budgets budgets, PolicyMemory memory, SettingsLog changes) {
        return new ChangeHandler(store, reload, budgets, memory, changes);
    }

    @Bean
    BackoffEndpoint backoffEndpoint(
            PolicyReports policies,
            MethodReports methods,
            BudgetReports budgets,
            ChangeHandler changes,
            ObjectProvider<ChangePreview> preview) {
        return new BackoffEndpoint(policies, methods, budgets, changes, new DryRunHandler(preview, changes));
    }

    @Bean
    BackoffJmxExtension backoffJmxExtension(BackoffEndpoint endpoint) {
        return new BackoffJmxExtension(endpoint);
    }
}
