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
 * Adds our advice to Spring proxies that hide an annotated object, such as Spring Data repositories with an annotated
 * base class: the container sees only the class of the proxy. Runs immediately after the container's own proxying. Also
 * records which beans are guarded, until {@link MethodInspection} has used the records.
 */
public final class HiddenTargets implements BeanPostProcessor, Ordered {

    private final Supplier<@Nullable BackoffAdvisor> advisor;
    private final Map<String, Object> advised = new ConcurrentHashMap<>();
    private final Set<String> guarded = ConcurrentHashMap.newKeySet();
    private volatile @Nullable BiConsumer<String, Object> inspection;

    /**
     * Creates a post-processor.
     *
     * @param advisor supplies the advisor when an annotated object is found; {@code null} if woven code intercepts
     *     calls
     */
    public HiddenTargets(Supplier<@Nullable BackoffAdvisor> advisor) {
        this.advisor = advisor;
    }

    /**
     * This post-processor runs after the container has created its proxies. Post-processors of the application, which
     * may wrap beans, usually run later.
     */
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

    /** The annotated class that the proxy hides; {@code null} if there is none or the proxy is frozen. */
    private static @Nullable Class<?> annotatedTarget(Advised proxy) {
        Class<?> hidden = AopUtils.isJdkDynamicProxy(proxy) ? TargetProxies.hidden(proxy, BackoffAdvisor.class) : null;
        return hidden == null || proxy.isFrozen() || !BackoffAnnotations.METHODS.isCandidate(hidden) ? null : hidden;
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

    // A factory bean may create its object after the inspection. In that case, the proxy is not recorded, but passed to
    // the inspection immediately.
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

    /** Returns the proxy of a bean if this post-processor added our advice to the proxy; {@code null} otherwise. */
    @Nullable
    Object proxy(String name) {
        return advised.get(name);
    }

    /** Whether the container's proxy of the bean had our advice, even if another object wraps the proxy now. */
    boolean isGuarded(String name) {
        return guarded.contains(name);
    }

    /** Forgets the recorded beans. From now on, the consumer is called for each proxy that receives our advice. */
    void inspected(BiConsumer<String, Object> later) {
        inspection = later;
        advised.clear();
        guarded.clear();
    }
}
