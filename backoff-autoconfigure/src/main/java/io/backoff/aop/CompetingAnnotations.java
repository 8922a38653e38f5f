package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import java.lang.reflect.Method;
import java.util.List;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Rejects methods that another library's annotation also retries, because attempts would multiply. */
public final class CompetingAnnotations {

    /** The annotations of the other libraries. */
    public static final List<String> RETRYABLE = List.of(
            "org.springframework.resilience.annotation.Retryable",
            "org.springframework.retry.annotation.Retryable",
            "io.github.resilience4j.retry.annotation.Retry");

    private CompetingAnnotations() {}

    static void check(Method method, Class<?> targetClass) {
        MergedAnnotations ofMethod = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        MergedAnnotations ofClass = MergedAnnotations.from(targetClass, SearchStrategy.TYPE_HIERARCHY);
        for (String name : RETRYABLE) {
            if (ofMethod.isPresent(name) || ofClass.isPresent(name)) {
                throw competing(method, name);
            }
        }
    }

    private static InvalidBackoffException competing(Method method, String annotation) {
        return new InvalidBackoffException(
                method,
                "the method is also covered by @" + annotation + ", so attempts would multiply",
                "Remove one of the two annotations.");
    }
}
