package io.backoff.aop;

import io.backoff.method.TargetProxies;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Adds our advice to Spring proxies that hide an annotated object: above all, Spring Data repositories with an
 * annotated base class. The container sees only the class of the proxy. Runs right after the container's own proxying,
 * and records until the inspection which beans are guarded by then.
 */
public final class HiddenTargets implements BeanPostProcessor, Ordered {

    private final Supplier<@Nullable BackoffAdvisor> advisor;
    private final Map<String, Object> advised = new ConcurrentHashMap<>();
    private final Set<String> guarded = ConcurrentHashMap.newKeySet();
    private volatile @Nullable BiConsumer<String, Object> inspection;

    /**
     * Creates a post-processor that has seen no bean.
     *
     * @param advisor supplies the advisor when an annotated object is found, or {@code null} if woven code intercepts
     */
    public HiddenTargets(Supplier<@Nullable BackoffAdvisor> advisor) {
        this.advisor = advisor;
    }

    /** Runs after the container's proxying, and before applications wrap their beans. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof Advised proxy && !(bean instanceof AopInfrastructureBean)) {
            look(proxy, name);
        }
        return bean;
    }

    private void look(Advised proxy, String name) {
        Class<?> hidden = annotatedTarget(proxy);
        if (hidden != null) {
            advise(proxy, name, hidden);
        }
        if (inspection == null && TargetProxies.unadvised(proxy, BackoffAdvisor.class) == null) {
            guarded.add(name);
        }
    }

    /** The annotated class that the proxy hides; {@code null} if there is none, or the proxy takes no more advice. */
    private static @Nullable Class<?> annotatedTarget(Advised proxy) {
        Class<?> hidden = AopUtils.isJdkDynamicProxy(proxy) ? TargetProxies.hidden(proxy, BackoffAdvisor.class) : null;
        return hidden == null || proxy.isFrozen() || !BackoffAnnotations.isCandidate(hidden) ? null : hidden;
    }

    private void advise(Advised proxy, String name, Class<?> hidden) {
        BackoffAdvisor known = advisor.get();
        if (known != null) {
            proxy.addAdvisor(
                    position(proxy, known.getOrder()),
                    known.forHidden(hidden, TargetProxies.seen(proxy, BackoffAdvisor.class)));
            report(name, proxy);
        }
    }

    // Products of a factory may come after the inspection. They are reported, but not kept.
    private void report(String name, Object proxy) {
        BiConsumer<String, Object> reporter = inspection;
        if (reporter == null) {
            advised.put(name, proxy);
        } else {
            reporter.accept(name, proxy);
        }
    }

    private static int position(Advised proxy, int order) {
        Advisor[] advisors = proxy.getAdvisors();
        for (int i = 0; i < advisors.length; i++) {
            int other = advisors[i] instanceof Ordered ordered ? ordered.getOrder() : LOWEST_PRECEDENCE;
            if (other >= order) {
                return i;
            }
        }
        return advisors.length;
    }

    /** The proxy of a bean that hides an annotated object and got our advice here; {@code null} for other beans. */
    @Nullable
    Object proxy(String name) {
        return advised.get(name);
    }

    /** Whether the bean had our advice after the container's proxying, regardless of later wrappers. */
    boolean isGuarded(String name) {
        return guarded.contains(name);
    }

    /** Forgets the beans, and reports the proxies that get our advice from now on. */
    void inspected(BiConsumer<String, Object> later) {
        inspection = later;
        advised.clear();
        guarded.clear();
    }
}
