package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.method.AnnotatedBeans;
import io.backoff.method.AnnotatedMethodValidator;
import io.backoff.method.InterfaceMethods;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.PreRegisteredSingletons;
import io.backoff.method.TargetProxies;
import io.backoff.method.Weaving;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Inspects the annotated methods of all beans after their creation. Rejects methods that would silently not be retried,
 * so that errors show at startup instead of on the first call.
 */
public final class MethodInspection implements SmartInitializingSingleton {

    private static final Logger logger = SpringLogger.of(MethodInspection.class);

    private static final LogMessage BEAN_REPLACED =
            LogMessage.warning("@Backoff on %s has no effect on the bean '%s': a BeanPostProcessor replaced it with %s "
                    + "before the container could proxy it. Replace it in postProcessAfterInitialization of a "
                    + "post-processor without an order, or annotate the interface.");

    private final ConfigurableListableBeanFactory beans;
    private final BackoffInvoker invoker;
    private final PreRegisteredSingletons preRegistered;
    private final AnnotatedMethodValidator validator;
    private final HiddenTargets hidden;
    private final @Nullable Weaving weaving;
    private final Set<InspectedMethod> methods = Collections.synchronizedSet(new LinkedHashSet<>());

    /**
     * Creates an inspection of the beans of a factory.
     *
     * @param preRegistered beans that the container has not created
     * @param hidden annotated objects behind proxies
     * @param weaving the check of woven methods; {@code null} if proxies intercept calls
     */
    public MethodInspection(
            ConfigurableListableBeanFactory beans,
            BackoffInvoker invoker,
            PreRegisteredSingletons preRegistered,
            HiddenTargets hidden,
            @Nullable Weaving weaving) {
        this.preRegistered = preRegistered;
        this.validator = new AnnotatedMethodValidator(Backoff.class, BackoffAdvisor.class, preRegistered);
        this.hidden = hidden;
        this.beans = beans;
        this.invoker = invoker;
        this.weaving = weaving;
    }

    /**
     * A guarded method of a bean.
     *
     * @param annotation the annotation that applies to it
     */
    public record InspectedMethod(String bean, GuardedMethod guarded, Backoff annotation) {}

    /** The guarded methods of all beans, in the order of the beans. */
    public List<InspectedMethod> methods() {
        return List.copyOf(methods);
    }

    /**
     * Adds a bean's methods that the configuration guards.
     *
     * @throws InvalidBackoffException if a method cannot be guarded by its policy
     */
    public void add(String bean, ConfiguredMethods assigned) {
        assigned.build()
                .map(guarded -> new InspectedMethod(bean, guarded, assigned.annotation()))
                .forEach(methods::add);
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            inspect(name);
            Object proxy = hidden.proxy(name);
            if (proxy != null) {
                addHidden(name, proxy);
            }
        }
        hidden.inspected(this::addHidden);
        checkFallbacks();
    }

    /** Rejects a method that has the name of a fallback but fits none of the guarded methods with this fallback. */
    private void checkFallbacks() {
        Set<Method> used = methods().stream()
                .flatMap(method -> Stream.ofNullable(method.guarded().fallback()))
                .flatMap(fallback -> fallback.candidates().stream())
                .collect(Collectors.toSet());
        for (InspectedMethod method : methods()) {
            FallbackMethod fallback = method.guarded().fallback();
            if (fallback != null) {
                fallback.misfits().stream()
                        .filter(misfit -> !used.contains(misfit))
                        .findFirst()
                        .ifPresent(misfit -> reject(misfit, method));
            }
        }
    }

    private static void reject(Method misfit, InspectedMethod method) {
        throw FallbackNotFound.misfit(
                method.annotation().fallback(), misfit, method.guarded().method());
    }

    private void inspect(String name) {
        Class<?> type = targetClass(name);
        if (type != null && BackoffAnnotations.METHODS.isCandidate(type)) {
            inspect(name, type);
        } else if (type != null && weaving == null) {
            checkBehind(name, type);
            checkReplaced(name, type);
        }
    }

    private @Nullable Class<?> targetClass(String name) {
        Class<?> type = AnnotatedBeans.advisedType(beans, name);
        return type == null || AopInfrastructureBean.class.isAssignableFrom(type) ? null : type;
    }

    private void inspect(String name, Class<?> type) {
        Map<Method, Backoff> annotated = BackoffAnnotations.METHODS.allOf(type);
        if (annotated.isEmpty()) {
            checkCovers(type);
            return;
        }
        Object bean = AnnotatedBeans.singleton(beans, name);
        Map<Method, Backoff> reachable = new LinkedHashMap<>(annotated);
        reachable.keySet().removeIf(method -> !isReachable(name, bean, type, method));
        if (reachable.isEmpty()) {
            throw validator.hidden(name, annotated.keySet().iterator().next());
        }
        reachable.forEach((method, annotation) -> add(name, type, method, annotation));
    }

    /** Rejects an annotation on a type if the annotation covers no method. */
    private static void checkCovers(Class<?> type) {
        Class<?> annotated = BackoffAnnotations.annotatedType(type);
        if (annotated != null) {
            throw new InvalidBackoffException(
                    annotated,
                    annotated.isInterface()
                            ? "it declares no methods, so the annotation has no effect on " + type.getName()
                            : "it has no public instance methods, and on a class the annotation covers only these",
                    annotated.isInterface()
                            ? "Annotate the class, or an interface that declares its methods."
                            : "Make the methods that callers use public, or annotate these methods themselves.");
        }
    }

    /** Whether callers can reach the method. Rejects the method if its annotation would have no effect. */
    private boolean isReachable(String name, @Nullable Object bean, Class<?> type, Method method) {
        if (weaving != null) {
            weaving.check(method, bean);
            return true;
        }
        if (AnnotatedMethodValidator.isHidden(bean, type, method) && !BackoffAnnotations.isOnMethod(method)) {
            return false; // The class is annotated, but the proxy does not have the method.
        }
        validator.validate(name, bean, type, method);
        return true;
    }

    private void addHidden(String name, Object proxy) {
        Class<?> type = AopProxyUtils.ultimateTargetClass(proxy);
        BackoffAnnotations.METHODS.allOf(type).keySet().forEach(method -> validator.validateModifiers(method, proxy));
        annotatedBehind(proxy, type).forEach((method, annotation) -> add(name, type, method, annotation));
    }

    private static Map<Method, Backoff> annotatedBehind(Object proxy, Class<?> type) {
        Map<Method, Backoff> annotated = new LinkedHashMap<>();
        methodsBehind(proxy, type).forEach(method -> {
            Backoff annotation = BackoffAnnotations.find(method, type);
            if (annotation != null && !Modifier.isStatic(method.getModifiers())) {
                annotated.put(AopUtils.getMostSpecificMethod(method, type), annotation);
            }
        });
        return annotated;
    }

    /** The class's methods that implement methods of the proxy's interfaces. */
    private static Stream<Method> methodsBehind(Object proxy, Class<?> type) {
        return Stream.of(AopProxyUtils.proxiedUserInterfaces(proxy))
                .flatMap(implemented -> Stream.of(implemented.getMethods()))
                .map(declared -> InterfaceMethods.behind(declared, type));
    }

    private void add(String name, Class<?> type, Method method, Backoff annotation) {
        GuardedMethod guarded = invoker.find(method, ClassUtils.getUserClass(type));
        if (guarded != null) {
            methods.add(new InspectedMethod(name, guarded, annotation));
        }
    }

    /** Rejects an annotated object if the application itself has put it behind a proxy that hides the annotation. */
    private void checkBehind(String name, Class<?> type) {
        Object bean = proxyOfApplication(name, type);
        Class<?> behind = bean == null ? null : TargetProxies.unadvised(bean, BackoffAdvisor.class);
        if (behind == null || behind == type || !BackoffAnnotations.METHODS.isCandidate(behind)) {
            return;
        }
        for (Method method : BackoffAnnotations.METHODS.allOf(behind).keySet()) {
            throw behindProxy(method, name);
        }
    }

    private @Nullable Object proxyOfApplication(String name, Class<?> type) {
        return java.lang.reflect.Proxy.isProxyClass(type) && !preRegistered.contains(name)
                ? AnnotatedBeans.singleton(beans, name)
                : null;
    }

    private static InvalidBackoffException behindProxy(Method method, String name) {
        return new InvalidBackoffException(
                method,
                "the bean '" + name + "' is a proxy that the application has created around the annotated object, so "
                        + "the annotation would do nothing",
                "Return the object itself, which the container then proxies, or annotate the interface.");
    }

    /** Warns if a post-processor has replaced an annotated object before the container could proxy it. */
    private void checkReplaced(String name, Class<?> type) {
        Class<?> declared = declaredType(name);
        if (declared != null && losesAnnotation(declared, type) && isUnguarded(name)) {
            BEAN_REPLACED.with(declared.getName(), name, type.getName()).log(logger);
        }
    }

    private @Nullable Class<?> declaredType(String name) {
        return beans.containsBeanDefinition(name)
                ? beans.getMergedBeanDefinition(name).getResolvableType().resolve()
                : null;
    }

    private static boolean losesAnnotation(Class<?> declared, Class<?> actual) {
        return !declared.isAssignableFrom(actual) && BackoffAnnotations.METHODS.isCandidate(declared);
    }

    private boolean isUnguarded(String name) {
        return AnnotatedBeans.singleton(beans, name) != null
                && !preRegistered.contains(name)
                && !hidden.isGuarded(name);
    }
}
