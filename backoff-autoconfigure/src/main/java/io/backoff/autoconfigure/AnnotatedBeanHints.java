package io.backoff.autoconfigure;

import io.backoff.aop.MethodHints;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Registers the native-image hints for the guarded methods of each bean. */
final class AnnotatedBeanHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return MethodHints.of(bean, () -> conditions(bean));
    }

    /** The {@code retry-on-result} expressions of the policies, as far as they are known at build time. */
    static Collection<String> conditions(RegisteredBean bean) {
        return BuildTimePolicy.all(PolicyHints.environment(bean.getBeanFactory())).stream()
                .map(BuildTimePolicy::retryOnResult)
                .toList();
    }
}
