package io.backoff.autoconfigure;

import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/** Registers the native-image hints for the exceptions that policies name at build time. */
final class PolicyHints implements BeanFactoryInitializationAotProcessor {

    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beans) {
        return (generation, code) -> {
            ReflectionHints hints = generation.getRuntimeHints().reflection();
            ClassLoader loader = beans.getBeanClassLoader();
            BuildTimePolicy.all(environment(beans)).stream()
                    .flatMap(BuildTimePolicy::classes)
                    .filter(name -> ClassUtils.isPresent(name, loader))
                    .forEach(name -> hints.registerType(ClassUtils.resolveClassName(name, loader)));
        };
    }

    static ConfigurableEnvironment environment(ConfigurableListableBeanFactory beans) {
        return beans.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, ConfigurableEnvironment.class);
    }
}
