package io.backoff.adopt;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.method.LazyBean;
import io.backoff.policy.BackoffPolicies;
import io.backoff.result.ResultKinds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Adopts calls that other libraries retry. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
@EnableConfigurationProperties(AdoptProperties.class)
public final class BackoffAdoptAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AdoptedBeans backoffAdoptedBeans() {
        return new AdoptedBeans();
    }

    /**
     * The method is static, because a bean post-processor is created before other beans. The method reads the mode
     * instead of having a condition on it, because ahead-of-time processing would evaluate a condition at build time.
     *
     * @param backoffAdoptedBeans is named like the bean, so that Spring finds the bean by name: a look-up by type would
     *     create factory beans to determine their types
     */
    @Bean
    static AdoptingPostProcessor backoffAdoptingPostProcessor(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            AdoptedBeans backoffAdoptedBeans,
            ObjectProvider<AdoptedMethods> methods) {
        return new AdoptingPostProcessor(
                adopted(AdoptMode.of(environment), beans), backoffAdoptedBeans, new LazyBean<>(methods::getObject));
    }

    private static List<RetryLibrary> adopted(AdoptMode mode, ConfigurableListableBeanFactory beans) {
        return mode == AdoptMode.OFF
                ? List.of()
                : Stream.of(beans.getBeanNamesForType(RetryLibrary.class, true, false))
                        .map(name -> beans.getBean(name, RetryLibrary.class))
                        .toList();
    }

    @Bean
    PolicyMapping backoffAdoptedPolicies(
            AdoptProperties properties, BackoffPolicies policies, Environment environment) {
        boolean off = properties.mode() == AdoptMode.OFF;
        return new PolicyMapping(off ? Map.of() : properties.policies(), policies, environment);
    }

    @Bean
    AdoptedMethods backoffAdoptedMethods(
            ConfigurableListableBeanFactory factory,
            AdoptedMethodFactory methods,
            ResultKinds kinds,
            AdoptedBeans beans,
            AdoptProperties properties) {
        return new AdoptedMethods(
                methods,
                new AdoptedResults(kinds),
                beans,
                new UncreatedBeans(factory, adopted(properties.mode(), factory)));
    }

    @Bean
    AdoptedRows backoffAdoptedRows(AdoptedMethods methods) {
        return new AdoptedRows(methods);
    }

    @Bean
    AdoptedMethodFactory backoffAdoptedMethodFactory(
            Engine engine,
            BackoffPolicies policies,
            PolicyStore store,
            PolicyMapping mapping,
            AdoptProperties properties) {
        return new AdoptedMethodFactory(engine, policies, store, mapping, properties.mode());
    }

    @Bean
    AdoptionReport backoffAdoptionReport(
            AdoptedMethods methods, PolicyMapping mapping, PolicyStore store, AdoptProperties properties) {
        return new AdoptionReport(methods, mapping, store, properties.mode());
    }
}
