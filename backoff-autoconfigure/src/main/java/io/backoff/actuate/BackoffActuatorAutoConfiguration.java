package io.backoff.actuate;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.BackoffProperties;
import io.backoff.config.change.SettingsLog;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Audits and validates changes at run time, regardless of which endpoints are exposed. Publishes audit events, converts
 * request bodies to a form that Actuator can read, and rejects unknown parameters. If the endpoints are read-only,
 * rejects all changes.
 */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(AuditApplicationEvent.class)
@ConditionalOnBean(SettingsLog.class)
public final class BackoffActuatorAutoConfiguration {

    @Bean
    UnknownParametersAdvisor backoffUnknownParametersAdvisor(ObjectProvider<ParameterNames> sent) {
        return new UnknownParametersAdvisor(sent.getIfAvailable(() -> Set::of));
    }

    @Bean
    SmartInitializingSingleton backoffSettingAudit(SettingsLog changes, ApplicationEventPublisher events) {
        return () -> changes.watch(new SettingAudit(events));
    }

    @Bean
    ReadOnlyAdvisor backoffReadOnlyAdvisor(BackoffProperties properties) {
        return new ReadOnlyAdvisor(properties.endpoint().readOnly());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass(RequestBodyAdviceAdapter.class)
    static class Servlets {

        @Bean
        ParameterNames backoffParameterNames() {
            return () -> RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
                    ? current.getRequest().getParameterMap().keySet()
                    : Set.of();
        }

        @Bean
        NestedPropertiesAdvice backoffNestedPropertiesAdvice(ObjectProvider<PathMappedEndpoints> endpoints) {
            return new NestedPropertiesAdvice(new ChangePaths(endpoints::getIfAvailable));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @ConditionalOnClass(WebFilter.class)
    static class WebFlux {

        @Bean
        NestedPropertiesFilter backoffNestedPropertiesFilter(ObjectProvider<PathMappedEndpoints> endpoints) {
            return new NestedPropertiesFilter(new ChangePaths(endpoints::getIfAvailable));
        }
    }
}
