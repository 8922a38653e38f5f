package io.backoff.aspectj;

import org.aspectj.lang.ProceedingJoinPoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Guards woven code instead of proxied beans. */
@AutoConfiguration
@ConditionalOnClass(ProceedingJoinPoint.class)
@ConditionalOnProperty(name = "backoff.advice-mode", havingValue = "aspectj")
@ImportRuntimeHints(WeavingHints.class)
public final class BackoffAspectAutoConfiguration {

    /** The method is static, because the returned post-processor is created before all other beans. */
    @Bean
    static AspectActivation backoffAspectActivation() {
        return new AspectActivation();
    }

    @Bean
    WovenMethods backoffWovenMethods() {
        return new WovenMethods();
    }
}
