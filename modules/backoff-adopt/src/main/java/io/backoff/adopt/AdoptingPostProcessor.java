package io.backoff.adopt;

import io.backoff.adopt.AdoptedAdvisor.RetriedMethods;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.aop.Advisor;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;

/**
 * Adds advice around and inside the advice of retry libraries.
 *
 * <p>Works on the finished proxy: adds an advisor that intercepts calls immediately before a library's advisor, and one
 * that intercepts attempts immediately after it. So the pair encloses exactly that library, whatever the order of
 * advisors. Two libraries on one method nest, each with its own pair.
 *
 * <p>This post-processor has no order, so it runs after all ordered ones. Of these, the container's sorts advisors, and
 * those of {@code @EnableResilientMethods} and {@code @Async} put their advisor first on an existing proxy. Creates no
 * proxies and no beans.
 */
final class AdoptingPostProcessor implements SmartInstantiationAwareBeanPostProcessor {

    private final List<RetryLibrary> libraries;
    private final AdoptedBeans beans;
    private final Supplier<AdoptedMethods> methods;

    /**
     * Creates a post-processor.
     *
     * @param libraries the libraries on the class path; empty if nothing is adopted
     * @param methods supplies the adopted methods on the first call
     */
    AdoptingPostProcessor(List<RetryLibrary> libraries, AdoptedBeans beans, Supplier<AdoptedMethods> methods) {
        this.libraries = libraries;
        this.beans = beans;
        this.methods = methods;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        adopt(bean, name);
        return bean;
    }

    /** Adopts a proxy that is injected before its object is complete, as in circular references. */
    @Override
    public Object getEarlyBeanReference(Object bean, String name) {
        adopt(bean, name);
        return bean;
    }

    private void adopt(Object bean, String name) {
        // For example, the proxy of a scoped bean: its object is a separate bean.
        if (bean instanceof AopInfrastructureBean) {
            return;
        }
        if (bean instanceof Advised proxy) {
            libraries.forEach(each -> adopt(proxy, name, each));
        } else if (bean instanceof SpringProxy) {
            libraries.forEach(each -> beans.addOpaque(name, bean, each));
        }
    }

    private void adopt(Advised proxy, String name, RetryLibrary library) {
        Advisor[] advisors = proxy.getAdvisors();
        // Iterates backwards, so that earlier positions stay valid.
        for (int i = advisors.length - 1; i >= 0; i--) {
            if (library.isRetryAdvice(advisors[i]) && !isAdopted(advisors, i)) {
                MethodMatcher theirs = matcherOf(advisors[i]);
                beans.add(name, proxy, library, theirs);
                if (!proxy.isFrozen()) {
                    enclose(advisors[i], i, proxy, theirs, library);
                }
            }
        }
    }

    // The advisor before may belong to another library with adjacent advice.
    private static boolean isAdopted(Advisor[] advisors, int position) {
        return position > 0
                && advisors[position - 1] instanceof AdoptedAdvisor before
                && before.encloses(advisors[position]);
    }

    private static MethodMatcher matcherOf(Advisor advisor) {
        return advisor instanceof PointcutAdvisor pointcut
                ? pointcut.getPointcut().getMethodMatcher()
                : MethodMatcher.TRUE;
    }

    private void enclose(Advisor advisor, int position, Advised proxy, MethodMatcher theirs, RetryLibrary library) {
        AdoptedCalls interceptors = new AdoptedCalls(library, methods, proxy.getAdvisorCount());
        RetriedMethods retried = new RetriedMethods(library, theirs);
        proxy.addAdvisor(position + 1, new AdoptedAdvisor(retried, advisor, false, interceptors.attempts()));
        proxy.addAdvisor(position, new AdoptedAdvisor(retried, advisor, true, interceptors.calls()));
    }
}
