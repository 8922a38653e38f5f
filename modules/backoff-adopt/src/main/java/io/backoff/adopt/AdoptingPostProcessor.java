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
 * <p>This class works on the finished proxy. Immediately before a library's advisor, it adds an advisor that intercepts
 * calls; immediately after it, one that intercepts attempts. So the two enclose exactly that library, whatever the
 * order of advisors. If two libraries retry one method, each library is enclosed by its own two advisors.
 *
 * <p>This post-processor has no order, so it runs after all ordered ones. Some of those change the order of advisors:
 * the container's auto-proxy creator sorts them, and the post-processors of {@code @EnableResilientMethods} and
 * {@code @Async} put their advisor first on an existing proxy. This class creates no proxies and no beans.
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
        // An infrastructure bean may be a scoped proxy, whose target is a separate bean and is adopted itself.
        if (bean instanceof AopInfrastructureBean) {
            return;
        }
        if (bean instanceof Advised proxy) {
            libraries.forEach(library -> adopt(proxy, name, library));
        } else if (bean instanceof SpringProxy) {
            libraries.forEach(library -> beans.addOpaque(name, bean, library));
        }
    }

    private void adopt(Advised proxy, String name, RetryLibrary library) {
        Advisor[] advisors = proxy.getAdvisors();
        // The loop runs backwards, because an added advisor shifts the positions of those after it.
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

    // It is not enough that the preceding advisor is an AdoptedAdvisor: it may have been added for the adjacent advice
    // of another library.
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
