package io.backoff.actuate;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.BackoffProperties;
import io.backoff.config.change.SettingChanges;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Audits and checks changes at run time, whichever endpoints are exposed: audit events, unknown parameters, read-only
 * endpoints.
 */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@ConditionalOnClass(AuditApplicationEvent.class)
@ConditionalOnBean(SettingChanges.class)
public final class BackoffActuatorAutoConfiguration {

    @Bean
    UnknownParametersAdvisor backoffUnknownParametersAdvisor() {
        return new UnknownParametersAdvisor();
    }

    @Bean
    SmartInitializingSingleton backoffSettingAudit(SettingChanges changes, ApplicationEventPublisher events) {
        return () -> changes.watch(new SettingAudit(events));
    }

    @Bean
    ReadOnlyAdvisor backoffReadOnlyAdvisor(BackoffProperties properties) {
        return new ReadOnlyAdvisor(properties.endpoint().readOnly());
    }
}
