package io.backoff.modulith;

import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.IntegrationCalls;
import io.backoff.method.LazyBean;
import io.backoff.method.MethodTag;
import io.backoff.policy.CurrentPolicy;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.event.TransactionalApplicationListenerMethodAdapter;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.util.ClassUtils;

/** The application's listeners whose publications are resubmitted. */
final class Listeners implements IntegrationCalls, SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final AnnotatedMethods<TransactionalEventListener> methods;
    private final Supplier<Engine> engine;
    private final CurrentPolicy policy;
    private final LazyBean<Map<String, Listener>> known = new LazyBean<>(this::find);

    /**
     * Creates an instance. It finds the listeners among the beans of the factory on first use, at the latest at
     * startup.
     *
     * @param methods finds the listener methods, that is, those for whose events Spring Modulith stores publications
     * @param policy the policy of all listeners
     */
    Listeners(
            ConfigurableListableBeanFactory beans,
            AnnotatedMethods<TransactionalEventListener> methods,
            Supplier<Engine> engine,
            CurrentPolicy policy) {
        this.beans = beans;
        this.methods = methods;
        this.engine = engine;
        this.policy = policy;
    }

    @Override
    public void afterSingletonsInstantiated() {
        known.get();
    }

    /** Returns the listener with this Spring listener id; {@code null} if there is none. */
    @Nullable
    Listener find(String id) {
        return known.get().get(id);
    }

    /** Returns the listener whose method is called; {@code null} if the method is not a listener. */
    @Nullable
    Listener find(Method method, Class<?> target) {
        Method called = AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(target));
        for (Listener listener : known.get().values()) {
            if (listener.method.equals(called)) {
                return listener;
            }
        }
        return null;
    }

    @Override
    public Collection<Row> rows() {
        return known.get().values().stream()
                .map(listener -> new Row(listener.bean, "modulith", listener.guard))
                .toList();
    }

    private Map<String, Listener> find() {
        Map<String, Listener> found = new LinkedHashMap<>();
        AnnotatedBeans.visitAdvised(beans, methods, (bean, type, method, annotation) -> {
            Class<?> user = ClassUtils.getUserClass(type);
            String id = new TransactionalApplicationListenerMethodAdapter(bean, user, method).getListenerId();
            found.computeIfAbsent(
                    id,
                    any -> new Listener(id, bean, method, Guard.of(engine.get(), policy, MethodTag.of(method, user))));
        });
        return Map.copyOf(found);
    }

    /**
     * A listener.
     *
     * @param id its id in the table of publications
     */
    record Listener(String id, String bean, Method method, Guard guard) {}
}
