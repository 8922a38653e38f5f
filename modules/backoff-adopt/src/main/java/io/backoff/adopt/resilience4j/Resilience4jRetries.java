package io.backoff.adopt.resilience4j;

import io.backoff.adopt.LibraryCall;
import io.backoff.adopt.LibrarySettings;
import io.backoff.adopt.LibrarySettings.Asynchronous;
import io.backoff.adopt.RetryLibrary;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.aspectj.InstantiationModelAwarePointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;

/**
 * The retries of Resilience4j's {@link Retry}. The library retries methods that return plain values, stages or
 * publishers.
 */
final class Resilience4jRetries implements RetryLibrary {

    private static final Asynchronous EVERYTHING = new Asynchronous(true, true);

    private final Environment environment;
    private final ObjectProvider<RetryRegistry> registry;

    Resilience4jRetries(Environment environment, ObjectProvider<RetryRegistry> registry) {
        this.environment = environment;
        this.registry = registry;
    }

    @Override
    public String id() {
        return "resilience4j";
    }

    @Override
    public Class<?> activator() {
        return RetryAspect.class;
    }

    @Override
    public boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, Retry.class);
    }

    /** Checks the type of the advisor first, because other advisors look up beans in {@code getAdvice}. */
    @Override
    public boolean isRetryAdvice(Advisor advisor) {
        return advisor instanceof InstantiationModelAwarePointcutAdvisor aspect
                && !aspect.isLazy()
                && aspect.getAdvice() instanceof AbstractAspectJAdvice advice
                && RetryAspect.class.isAssignableFrom(
                        advice.getAspectJAdviceMethod().getDeclaringClass());
    }

    /** Looks up annotations as the aspect does: methods inherited from an annotated class are not retried. */
    @Override
    public @Nullable LibrarySettings find(Method method, Class<?> targetClass) {
        Stream<Class<?>> proxied =
                Proxy.isProxyClass(targetClass) ? Stream.of(targetClass.getInterfaces()) : Stream.empty();
        return Stream.<AnnotatedElement>concat(
                        Stream.of(AopUtils.getMostSpecificMethod(method, targetClass), targetClass), proxied)
                .map(element -> element.getAnnotation(Retry.class))
                .filter(Objects::nonNull)
                .findFirst()
                .map(this::retry)
                .orElse(null);
    }

    private LibrarySettings retry(Retry annotation) {
        String fallback = annotation.fallbackMethod();
        return new LibrarySettings(
                instance(annotation.name()), 0, EVERYTHING, List.of(), List.of(), fallback.isEmpty() ? null : fallback);
    }

    /** Returns the name of the instance; {@code null} if an expression computes it for each call. */
    private @Nullable String instance(String name) {
        boolean computed = name.startsWith("#") || name.startsWith("@");
        return computed ? null : environment.resolvePlaceholders(name);
    }

    @Override
    public int maxAttempts(LibrarySettings retry) {
        return config(retry).map(RetryConfig::getMaxAttempts).orElse(0);
    }

    private Optional<RetryConfig> config(LibrarySettings retry) {
        RetryRegistry known = retry.instance() == null ? null : registry.getIfUnique();
        // If the registry lacks the instance, the aspect will create it on the first call, with the default
        // configuration.
        return known == null
                ? Optional.empty()
                : known.find(retry.instance())
                        .map(io.github.resilience4j.retry.Retry::getRetryConfig)
                        .or(() -> Optional.of(known.getDefaultConfig()));
    }

    @Override
    public LibraryCall begin() {
        return Resilience4jCall.INSTANCE;
    }

    @Override
    public boolean endsCalls(LibrarySettings retry) {
        return config(retry)
                .map(config -> config.getIntervalBiFunction() instanceof EndingInterval)
                .orElse(false);
    }
}
