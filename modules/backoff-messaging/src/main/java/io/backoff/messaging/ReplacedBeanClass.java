package io.backoff.messaging;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Replaces the class of a bean with a subclass. The bean stays unchanged if its class is not exactly {@code original},
 * or if a factory method creates it.
 *
 * @param bean name of the bean
 * @param original the original class
 * @param subclass a subclass with the same constructors
 * @param <T> the original class
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
