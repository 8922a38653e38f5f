package io.backoff.aspectj;

import io.backoff.aop.BackoffInvoker;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Starts to guard woven code on behalf of an application context before the context creates its first bean, and stops
 * when the context closes.
 */
final class AspectActivation implements BeanFactoryPostProcessor, DisposableBean {

    private @Nullable WovenCalls calls;

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        calls = new WovenCalls(() -> beans.getBean(BackoffInvoker.class));
        ActiveCalls.start(calls);
    }

    @Override
    public void destroy() {
        if (calls != null) {
            ActiveCalls.end(calls);
        }
    }
}
