package io.backoff.adopt.framework;

import io.backoff.adopt.LibrarySettings;
import io.backoff.adopt.LibrarySettings.Asynchronous;
import io.backoff.adopt.RetryLibrary;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.resilience.annotation.RetryAnnotationBeanPostProcessor;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.AbstractRetryInterceptor;

/**
 * The retries of {@link Retryable}. Spring Framework retries thrown exceptions, and resubscribes to publishers. It
 * offers no way to end a call early, so callers wait for its delays even if retries are denied.
 */
final class FrameworkRetries implements RetryLibrary {

    private static final Asynchronous PUBLISHERS = new Asynchronous(false, true);

    @Override
    public String id() {
        return "spring-framework";
    }

    @Override
    public Class<?> activator() {
        return RetryAnnotationBeanPostProcessor.class;
    }

    @Override
    public boolean isCandidate(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, Retryable.class);
    }

    /** Checks the type of the advisor first, because other advisors look up beans in {@code getAdvice}. */
    @Override
    public boolean isRetryAdvice(Advisor advisor) {
        return advisor instanceof DefaultPointcutAdvisor && advisor.getAdvice() instanceof AbstractRetryInterceptor;
    }

    @Override
    public @Nullable LibrarySettings find(Method method, Class<?> targetClass) {
        Retryable annotation = AnnotatedElementUtils.findMergedAnnotation(method, Retryable.class);
        Retryable found = annotation != null
                ? annotation
                : AnnotatedElementUtils.findMergedAnnotation(targetClass, Retryable.class);
        return found == null ? null : retry(found);
    }

    private static LibrarySettings retry(Retryable annotation) {
        return new LibrarySettings(
                null,
                maxAttempts(annotation),
                PUBLISHERS,
                names(annotation.includes()),
                names(annotation.excludes()),
                null);
    }

    private static int maxAttempts(Retryable annotation) {
        return annotation.maxRetriesString().isEmpty()
                ? (int) Math.min(annotation.maxRetries(), LibrarySettings.UNLIMITED - 1) + 1
                : 0;
    }

    private static List<String> names(Class<? extends Throwable>[] types) {
        return Stream.of(types).map(Class::getName).toList();
    }

    @Override
    public boolean endsCalls(LibrarySettings retry) {
        return false;
    }
}
