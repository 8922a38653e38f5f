package io.backoff.method;

import java.util.HashSet;
import java.util.Set;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Records the beans whose objects exist before the container creates any bean, such as mocks that replace beans in a
 * test. The container does not proxy such objects.
 */
public final class PreRegisteredSingletons implements BeanFactoryPostProcessor {

    private final Set<String> names = new HashSet<>();

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (String name : beans.getBeanDefinitionNames()) {
            if (beans.containsSingleton(name)) {
                names.add(name);
            }
        }
    }

    /** Whether an object, such as a test's mock, was registered for the bean before the container created any bean. */
    public boolean contains(String name) {
        return names.contains(name);
    }
}
