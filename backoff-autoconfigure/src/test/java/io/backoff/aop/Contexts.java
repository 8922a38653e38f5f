package io.backoff.aop;

import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Applications;
import java.util.List;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications with fake time, proxied by class or by interface. */
enum Contexts {
    CGLIB(true),
    JDK(false);

    private static final List<String> NAMES = List.of("near", "middle", "far", "payments");

    private final boolean proxyTargetClass;

    Contexts(boolean proxyTargetClass) {
        this.proxyTargetClass = proxyTargetClass;
    }

    /** A runner with policies that differ only in their names. */
    ApplicationContextRunner runner(Class<?>... beans) {
        var runner = Applications.backoff()
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
}
