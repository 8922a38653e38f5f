package io.backoff.autoconfigure;

import io.backoff.aop.MethodHints;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Registers the native-image hints for the clients of HTTP service groups, which need no annotation to be guarded. */
final class ServiceClientHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        return MethodHints.ofServiceClient(bean, () -> AnnotatedBeanHints.conditions(bean));
    }
}
