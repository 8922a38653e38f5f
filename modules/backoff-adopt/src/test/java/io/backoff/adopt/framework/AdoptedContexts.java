package io.backoff.adopt.framework;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.util.ClassUtils;

/** Applications with Spring Framework's retries and with Backoff, whose budget never runs out. */
final class AdoptedContexts {

    private static final Set<String> FEATURES = Set.of("adopt", "autoconfigure", "metrics", "reactor", "transaction");

    private AdoptedContexts() {}

    /** Starts an application in which Backoff leaves the retries alone, observes or governs them. */
    static ConfigurableApplicationContext start(String mode, Class<?>... beans) {
        var context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of(
                        "backoff.adopt.mode=" + mode,
                        "backoff.budgets.default.burst=1000000",
                        "backoff.budgets.default.ratio=1",
                        "resilience4j.retry.instances.shop.max-attempts=2",
                        "resilience4j.retry.instances.shop.wait-duration=1ms")
                .applyTo(context);
        context.register(beans);
        context.register(Application.class);
        context.register(Configurations.getClasses(AutoConfigurations.of(autoConfigurations())));
        context.refresh();
        return context;
    }

    private static Class<?>[] autoConfigurations() {
        var names = ImportCandidates.load(AutoConfiguration.class, null).getCandidates();
        return names.stream()
                .filter(AdoptedContexts::isFeature)
                .map(name -> ClassUtils.resolveClassName(name, null))
                .toArray(Class<?>[]::new);
    }

    private static boolean isFeature(String name) {
        var names = name.split("\\.");
        return name.startsWith("io.backoff.") && FEATURES.contains(names[2])
                || name.equals(AopAutoConfiguration.class.getName());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @Import(SimpleMeterRegistry.class)
    static class Application {}
}
