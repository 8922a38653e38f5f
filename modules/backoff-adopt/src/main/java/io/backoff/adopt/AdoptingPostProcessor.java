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
 * Puts advice around and inside the advice of libraries that retry.
 *
 * <p>Works on the finished proxy: right before the advisor of a library it adds one that sees the call, and right behind
 * it one that sees each attempt. So the pair encloses exactly that library, whatever order advisors have. Two libraries
 * on one method nest, each with its own pair.
 *
 * <p>Has no order, so it runs after the post-processors that have one: those of the container, which apply advisors by
 * their order; of {@code @EnableResilientMethods}, which puts its advisor first on an existing proxy; and of
 * {@code @Async}, which then does the same. Creates no proxy and no bean.
 */
final class AdoptingPostProcessor implements SmartInstantiationAwareBeanPostProcessor {

    private final List<RetryLibrary> libraries;
    private final AdoptedBeans beans;
    private final Supplier<AdoptedMethods> methods;

    /**
     * Creates a post-processor for the libraries that are present.
     *
     * @param libraries empty if nothing is adopted
     * @param methods supplies the adopted methods on the first call of one
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

    /** Adopts a proxy that other beans get before its object is complete, as in circular references. */
    @Override
    public Object getEarlyBeanReference(Object bean, String name) {
        adopt(bean, name);
        return bean;
    }

    private void adopt(Object bean, String name) {
        // Such as the proxy of a scoped bean: the object behind it is a bean of its own.
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
        // From the back, so that the positions in front stay.
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

    // The advisor before may belong to another library, whose advice is next to this one.
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
