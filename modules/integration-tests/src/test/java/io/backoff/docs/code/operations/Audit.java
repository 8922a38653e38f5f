package io.backoff.docs.code.operations;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class Audit {

    @Bean
    AuditEventRepository auditEvents() {
        return new InMemoryAuditEventRepository();
    }

    @Bean
    AuditListener auditListener(AuditEventRepository auditEvents) {
        return new AuditListener(auditEvents);
    }
}
