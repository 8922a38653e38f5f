package io.backoff.redelivery.method;

import static io.backoff.redelivery.method.RedeliveredMethodFactory.rejected;

import io.backoff.config.policy.PolicyVeto;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethodValidator;
import io.backoff.method.LazyBean;
import io.backoff.method.PreRegisteredSingletons;
import io.backoff.policy.BackoffPolicy;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.RedeliveredMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** The application's methods whose calls are stored. */
public final class RedeliveredMethods implements PolicyVeto, SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final AnnotatedMethodValidator validator;
    private final RedeliveredMethodFactory factory;
    private final BooleanSupplier storable;
    private final LazyBean<List<RedeliveredMethod>> methods = new LazyBean<>(this::findAll);
    private volatile boolean ready;

    /**
     * Creates an instance that finds the methods of these beans on first use or at startup, whichever comes first.
     *
     * @param storable whether calls can be stored
     */
    public RedeliveredMethods(
            ConfigurableListableBeanFactory beans,
            PreRegisteredSingletons preRegistered,
            RedeliveredMethodFactory factory,
            BooleanSupplier storable) {
        this.beans = beans;
        this.validator = new AnnotatedMethodValidator(Redeliver.class, RedeliverAdvisor.class, preRegistered);
        this.factory = factory;
        this.storable = storable;
    }

    /** Whether all beans exist, so that stored calls can be made. */
    public boolean ready() {
        return ready;
    }

    public Object bean(RedeliveredMethod method) {
        return beans.getBean(method.bean());
    }

    /**
     * Finds the method of a stored call, even if its bean has been renamed; returns {@code null} if none or several
     * match.
     */
    public @Nullable RedeliveredMethod find(String bean, String name) {
        List<RedeliveredMethod> named =
                all().stream().filter(method -> method.name().equals(name)).toList();
        for (RedeliveredMethod method : named) {
            if (method.bean().equals(bean)) {
                return method;
            }
        }
        return named.size() == 1 ? named.get(0) : null;
    }

    /** Returns the reason why {@link #find(String, String)} finds no method with this name. */
    public String whyNotFound(String name) {
        return all().stream().anyMatch(method -> method.name().equals(name))
                ? "several beans have a @Redeliver method with this name, and none of them is this bean"
                : "there is no @Redeliver method with this name";
    }

    /** Finds the method for a call on an object; returns {@code null} if no known bean is this object. */
    @Nullable
    RedeliveredMethod find(Method method, Object target) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(target));
        // The methods of a client that has only an interface are those of the interface.
        Method called = Proxy.isProxyClass(type) ? method : AopUtils.getMostSpecificMethod(method, type);
        List<RedeliveredMethod> same = all().stream()
                .filter(candidate -> isSame(candidate.method(), type, called))
                .toList();
        List<RedeliveredMethod> exact = same.stream()
                .filter(candidate -> candidate.method().equals(called))
                .toList();
        RedeliveredMethod only = exact.size() == 1 ? exact.get(0) : null;
        return only != null && same.size() == 1
                ? only
                : same.stream()
                        .filter(candidate -> AopProxyUtils.getSingletonTarget(bean(candidate)) == target)
                        .findFirst()
                        .orElse(only);
    }

    // Of a bean that was not yet created, perhaps only an interface was known.
    private static boolean isSame(Method known, Class<?> type, Method called) {
        return known.equals(called)
                || known.getDeclaringClass().isAssignableFrom(type)
                        && AopUtils.getMostSpecificMethod(known, type).equals(called);
    }

    @Override
    public void afterSingletonsInstantiated() {
        all().forEach(this::checkUnique);
        AnnotatedBeans.visit(
                beans,
                RedeliverAdvisor.ANNOTATED,
                (bean, type, method, annotation) -> checkCallable(bean, type, method));
        ready = true;
    }

    @Override
    public List<String> fields() {
        return List.of("attempt-timeout");
    }

    @Override
    public void check(BackoffPolicy policy) {
        all().stream()
                .filter(method -> method.guard().calls().policy().equals(policy.name()))
                .forEach(method -> RedeliveredMethodFactory.checkNoTimeout(policy, method.method()));
    }

    /**
     * Returns the keys of the methods with this name or tag; if there are no such methods, the key that a method with
     * this name would have.
     */
    public Set<String> keys(String name) {
        Set<String> keys = new TreeSet<>();
        all().stream()
                .filter(method -> method.name().equals(name) || method.tag().equals(name))
                .forEach(method -> keys.add(CallId.key(method.name())));
        return keys.isEmpty() ? Set.of(CallId.key(name)) : keys;
    }

    /** Returns all methods. */
    public List<RedeliveredMethod> all() {
        return methods.get();
    }

    private List<RedeliveredMethod> findAll() {
        List<RedeliveredMethod> found = new ArrayList<>();
        AnnotatedBeans.visit(
                beans,
                RedeliverAdvisor.ANNOTATED,
                (bean, type, method, annotation) -> found.add(factory.create(bean, type, method, annotation)));
        return List.copyOf(found);
    }

    private void checkUnique(RedeliveredMethod method) {
        long same = all().stream()
                .filter(other ->
                        other.bean().equals(method.bean()) && other.name().equals(method.name()))
                .count();
        if (same > 1) {
            throw rejected(
                    method.method(),
                    "another method of the bean '" + method.bean() + "' has the same name, '" + method.name() + "'",
                    "Give each a name, as in @Redeliver(name = \"order-confirmation\").");
        }
    }

    private void checkCallable(String name, Class<?> type, Method method) {
        checkStorable(method);
        checkSingleton(name, method);
        Object bean = beans.getBean(name);
        validator.validate(name, bean, beans.isFactoryBean(name) ? bean.getClass() : type, method);
        checkInvocable(name, bean, method);
    }

    private void checkStorable(Method method) {
        if (!storable.getAsBoolean()) {
            throw rejected(
                    method,
                    "there is no bean of type com.github.kagkarlsson.scheduler.Scheduler to store calls with",
                    "Define a DataSource. An instance with 'db-scheduler.enabled=false' needs one, too: it stores calls for "
                            + "others.");
        }
    }

    private void checkSingleton(String name, Method method) {
        if (!beans.isSingleton(name)) {
            throw rejected(
                    method,
                    "the bean '" + name + "' is not a singleton, so it is not known which object to call later",
                    "Move the method to a singleton, which may call this bean.");
        }
    }

    private void checkInvocable(String name, Object bean, Method method) {
        try {
            AopUtils.selectInvocableMethod(method, bean.getClass());
        } catch (IllegalStateException hidden) {
            throw validator.hidden(name, method);
        }
    }
}
