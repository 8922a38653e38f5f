package io.backoff.aspectj;

import io.backoff.aop.BackoffInvoker;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Lets an application context guard woven code from before it creates its first bean until it closes. */
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
