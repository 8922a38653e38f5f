package io.backoff.method;

import java.lang.annotation.Annotation;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Rejects methods with an annotation that would silently have no effect, because its module or library is missing.
 *
 * @param beans the factory whose beans are checked
 * @param reason takes the name of a bean, and returns why its annotation cannot take effect
 */
public record UnavailableAnnotation(
        ConfigurableListableBeanFactory beans,
        Class<? extends Annotation> annotation,
        UnaryOperator<String> reason,
        String remedy)
        implements SmartInitializingSingleton {

    @Override
    public void afterSingletonsInstantiated() {
        AnnotatedBeans.visit(beans, AnnotatedMethods.of(annotation), (bean, type, method, found) -> {
            throw new InvalidBackoffException(annotation, method, reason.apply(bean), remedy);
        });
    }
}
