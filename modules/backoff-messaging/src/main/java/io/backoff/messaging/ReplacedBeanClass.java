package io.backoff.messaging;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Replaces the class of a bean by a subclass of it. A bean of any other class stays as it is.
 *
 * @param bean name of the bean
 * @param original the class that is replaced
 * @param subclass extends it, and has the same constructors
 * @param <T> the class that is replaced
 */
public record ReplacedBeanClass<T>(String bean, Class<T> original, Class<? extends T> subclass)
        implements BeanFactoryPostProcessor {

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (beans.containsBeanDefinition(bean)) {
            replace(beans.getBeanDefinition(bean));
        }
    }

    private void replace(BeanDefinition definition) {
        if (definition instanceof AbstractBeanDefinition known
                && original.getName().equals(known.getBeanClassName())
                && known.getFactoryMethodName() == null) {
            known.setBeanClass(subclass);
        }
    }
}
