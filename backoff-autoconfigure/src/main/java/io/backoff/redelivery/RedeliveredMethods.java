package io.backoff.redelivery;

import static io.backoff.redelivery.RedeliveredMethodFactory.refused;

import io.backoff.aop.AnnotatedBeans;
import io.backoff.aop.ReadyMadeBeans;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** The methods of the application whose calls are stored. */
final class RedeliveredMethods implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final ReadyMadeBeans readyMade;
    private final RedeliveredMethodFactory factory;
    private final BooleanSupplier storable;
    private @Nullable List<RedeliveredMethod> methods;
    private volatile boolean ready;

    /**
     * The methods of these beans, looked for when they are needed, at the latest at startup.
     *
     * @param storable whether there is something to store calls with
     */
    RedeliveredMethods(
            ConfigurableListableBeanFactory beans,
            ReadyMadeBeans readyMade,
            RedeliveredMethodFactory factory,
            BooleanSupplier storable) {
        this.beans = beans;
        this.readyMade = readyMade;
        this.factory = factory;
        this.storable = storable;
    }

    /** Whether all beans exist, so that stored calls can be made. */
    boolean ready() {
        return ready;
    }

    Object bean(RedeliveredMethod method) {
        return beans.getBean(method.bean());
    }

    /** What a stored call is made with, also when only its bean has got another name; {@code null} if nothing fits. */
    @Nullable
    RedeliveredMethod find(String bean, String name) {
        List<RedeliveredMethod> named =
                all().stream().filter(each -> each.name().equals(name)).toList();
        for (RedeliveredMethod each : named) {
            if (each.bean().equals(bean)) {
                return each;
            }
        }
        return named.size() == 1 ? named.get(0) : null;
    }

    /** The method that is called on an object; {@code null} when its calls are not stored. */
    @Nullable
    RedeliveredMethod find(Method method, Object target) {
        Method called =
                AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(AopUtils.getTargetClass(target)));
        List<RedeliveredMethod> same =
                all().stream().filter(each -> each.method().equals(called)).toList();
        for (RedeliveredMethod each : same) {
            if (same.size() == 1 || AopProxyUtils.getSingletonTarget(bean(each)) == target) {
                return each;
            }
        }
        return null;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (RedeliveredMethod each : all()) {
            checkUnique(each);
            checkIntercepted(each);
        }
        ready = true;
    }

    /** The keys of the methods that go by this name, or have it as their tag; that of the name if there is none. */
    Set<String> keys(String name) {
        Set<String> keys = new TreeSet<>();
        all().stream()
                .filter(each -> each.name().equals(name) || each.tag().equals(name))
                .forEach(each -> keys.add(CallId.key(each.name())));
        return keys.isEmpty() ? Set.of(CallId.key(name)) : keys;
    }

    /** All of them. */
    synchronized List<RedeliveredMethod> all() {
        List<RedeliveredMethod> known = methods;
        if (known == null) {
            List<RedeliveredMethod> found = new ArrayList<>();
            AnnotatedBeans.visit(
                    beans,
                    Redeliver.class,
                    (bean, type, method, annotation) -> found.add(factory.create(bean, type, method, annotation)));
            known = List.copyOf(found);
            methods = known;
        }
        return known;
    }

    private void checkUnique(RedeliveredMethod method) {
        long same = all().stream()
                .filter(each -> each.bean().equals(method.bean()) && each.name().equals(method.name()))
                .count();
        if (same > 1) {
            throw refused(
                    method.method(),
                    "another method of the bean '" + method.bean() + "' has the same name, '" + method.name() + "'",
                    "Give each a name, as in @Redeliver(name = \"order-confirmation\").");
        }
    }

    private void checkIntercepted(RedeliveredMethod method) {
        if (!storable.getAsBoolean()) {
            throw refused(
                    method.method(),
                    "there is no bean of type com.github.kagkarlsson.scheduler.Scheduler to store calls with",
                    "Define a DataSource. An instance with 'db-scheduler.enabled=false' needs one, too: it stores calls for "
                            + "others.");
        }
        if (!beans.isSingleton(method.bean())) {
            throw refused(
                    method.method(),
                    "the bean '" + method.bean() + "' is no singleton, so it is not known which object to call later",
                    "Move the method to a singleton.");
        }
        Object bean = bean(method);
        // What the container has not made is a mock of a test, and what somebody else has wrapped cannot be seen into.
        boolean wrapped = Proxy.isProxyClass(bean.getClass()) || ClassUtils.getUserClass(bean) != bean.getClass();
        boolean own = !readyMade.contains(method.bean()) && (bean instanceof Advised || !wrapped);
        if (own && !isAdvised(bean)) {
            throw refused(
                    method.method(),
                    "the bean '" + method.bean() + "' is not proxied, so the annotation would do nothing",
                    "Let the container create the bean after its post-processors: do not inject it into a "
                            + "BeanPostProcessor, and do not make it an infrastructure bean.");
        }
        checkInvocable(method, bean);
    }

    private static void checkInvocable(RedeliveredMethod method, Object bean) {
        try {
            AopUtils.selectInvocableMethod(method.method(), bean.getClass());
        } catch (IllegalStateException hidden) {
            throw refused(
                    method.method(),
                    "the bean '" + method.bean()
                            + "' is proxied by interface, and no interface of it declares the method",
                    "Declare the method in an interface of the bean, or set spring.aop.proxy-target-class=true.");
        }
    }

    private static boolean isAdvised(Object bean) {
        if (bean instanceof Advised advised) {
            for (Advisor each : advised.getAdvisors()) {
                if (each instanceof RedeliverAdvisor) {
                    return true;
                }
            }
        }
        return false;
    }
}
