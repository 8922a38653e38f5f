package io.backoff.aop;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.util.List;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/** Applications with fake time, proxied by class or by interface. */
enum Contexts {
    CGLIB(true),
    JDK(false);

    private static final List<String> NAMES = List.of("near", "middle", "far", "payments");

    private final boolean proxyTargetClass;

    Contexts(boolean proxyTargetClass) {
        this.proxyTargetClass = proxyTargetClass;
    }

    /** With policies that only their names tell apart. */
    ApplicationContextRunner runner(Class<?>... beans) {
        var runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withUserConfiguration(Base.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass);
        for (var name : NAMES) {
            runner = runner.withPropertyValues("backoff.policies." + name + ".max-attempts=3");
        }
        for (var bean : beans) {
            runner = runner.withUserConfiguration(bean);
        }
        return runner;
    }

    @Configuration(proxyBeanMethods = false)
    @Import(AutoProxying.class)
    static class Base {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        RecordingListener decisions() {
            return new RecordingListener();
        }
    }

    /** What any {@code @Enable} annotation of Spring does. */
    static class AutoProxying implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }
}
