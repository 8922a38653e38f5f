package io.backoff.adopt.springretry;

import io.backoff.adopt.LibraryCall;
import io.backoff.adopt.LibrarySettings;
import io.backoff.adopt.LibrarySettings.Asynchronous;
import io.backoff.adopt.RetryLibrary;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.retry.annotation.AnnotationAwareRetryOperationsInterceptor;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.RetryConfiguration;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.support.RetrySynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The retries of spring-retry's {@link Retryable}. The library retries only exceptions that the method throws, not
 * failed futures or publishers. The context that the library binds to the thread of an attempt can end the call.
 *
 * <p>A stateful method makes one attempt per call, and its caller repeats the call. A method with
 * {@link CircuitBreaker} is stateful by its meta-annotation, but is never retried, and so is ignored.
 */
final class SpringRetries implements RetryLibrary {

    @Override
    public String id() {
        return "spring-retry";
    }

    @Override
    public Class<?> activator() {
        return RetryConfiguration.class;
    }

    @Override
    public boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, Retryable.class);
    }

    /** Checks the type of the advisor first, because other advisors look up beans in {@code getAdvice}. */
    @Override
    public boolean isRetryAdvice(Advisor advisor) {
        boolean candidate = advisor instanceof RetryConfiguration || advisor instanceof DefaultPointcutAdvisor;
        return candidate && advisor.getAdvice() instanceof AnnotationAwareRetryOperationsInterceptor;
    }

    @Override
    public @Nullable LibrarySettings find(Method method, Class<?> targetClass) {
        MergedAnnotation<Retryable> found = retryable(method);
        Method own = found.isPresent()
                ? null
                : ClassUtils.getMethodIfAvailable(targetClass, method.getName(), method.getParameterTypes());
        MergedAnnotation<Retryable> retryable = own == null ? found : retryable(own);
        return !retryable.isPresent() || retryable.getMetaTypes().contains(CircuitBreaker.class)
                ? null
                : retry(retryable.synthesize());
    }

    /**
     * Returns the annotation of the method or of its declaring class. The annotation of the class does not apply to
     * recovery methods.
     */
    private static MergedAnnotation<Retryable> retryable(Method method) {
        MergedAnnotation<Retryable> own = annotation(method);
        return own.isPresent() || AnnotatedElementUtils.hasAnnotation(method, Recover.class)
                ? own
                : annotation(method.getDeclaringClass());
    }

    private static MergedAnnotation<Retryable> annotation(AnnotatedElement element) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).get(Retryable.class);
    }

    private static LibrarySettings retry(Retryable annotation) {
        boolean known = annotation.maxAttemptsExpression().isEmpty()
                && annotation.interceptor().isEmpty();
        return new LibrarySettings(
                null,
                known ? annotation.maxAttempts() : 0,
                Asynchronous.NOTHING,
                names(annotation.retryFor()),
                names(annotation.noRetryFor()),
                annotation.recover().isEmpty() ? null : annotation.recover());
    }

    private static List<String> names(Class<? extends Throwable>[] types) {
        return Stream.of(types).map(Class::getName).toList();
    }

    @Override
    public LibraryCall begin() {
        return new SpringRetryCall(RetrySynchronizationManager.getContext());
    }

    @Override
    public boolean endsCalls(LibrarySettings retry) {
        return true;
    }
}
