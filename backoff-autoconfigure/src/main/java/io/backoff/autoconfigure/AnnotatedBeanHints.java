package io.backoff.autoconfigure;

import io.backoff.aop.MethodHints;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;

/** Tells a native image about the annotated methods of each bean. */
final class AnnotatedBeanHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = typeOf(bean);
        if (type == null || !MethodHints.isCandidate(type)) {
            return null;
        }
        ConfigurableListableBeanFactory beans = bean.getBeanFactory();
        List<String> conditions = BuildTimePolicy.all(PolicyHints.environment(beans)).stream()
                .map(BuildTimePolicy::retryOnResult)
                .toList();
        return (generation, code) -> new MethodHints(beans, conditions)
                .register(generation.getRuntimeHints().reflection(), type);
    }

    // Of a factory, what it makes is annotated and not the factory.
    private static @Nullable Class<?> typeOf(RegisteredBean bean) {
        boolean factory = FactoryBean.class.isAssignableFrom(bean.getBeanClass()) && !bean.isInnerBean();
        return factory ? bean.getBeanFactory().getType(bean.getBeanName(), false) : bean.getBeanClass();
    }
}
