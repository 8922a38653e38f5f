package io.backoff.test.autoconfigure;

import io.backoff.Internal;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.AnnotatedMethods;
import org.springframework.aop.support.AopUtils;

/**
 * Checks that an annotation has an effect in a test. The test context may lack the bean that implements the annotation.
 * Each module of the library lists its checks in {@code META-INF/spring.factories}.
 */
@Internal
public abstract class AnnotationCheck {

    private static final LogMessage NOT_GUARDED = LogMessage.warning(
            "@%s has no effect on %s in this test: its context is only a part of the application, without Backoff. "
                    + "Add @AutoConfigureBackoff to the test.");

    private final AnnotatedMethods<?> methods;
    private final String carriedOutBy;
    private final LogMessage warning;

    /**
     * Creates a check of these methods.
     *
     * @param methods the annotated methods
     * @param carriedOutBy the name of a bean that exists in every context in which the annotation works
     */
    protected AnnotationCheck(AnnotatedMethods<?> methods, String carriedOutBy) {
        this(methods, carriedOutBy, NOT_GUARDED);
    }

    /**
     * Creates a check of these methods with its own warning.
     *
     * @param methods the annotated methods
     * @param carriedOutBy the name of a bean that exists in every context in which the annotation works
     * @param warning the warning, whose arguments are the annotation and the beans
     */
    protected AnnotationCheck(AnnotatedMethods<?> methods, String carriedOutBy, LogMessage warning) {
        this.methods = methods;
        this.carriedOutBy = carriedOutBy;
        this.warning = warning;
    }

    final String carriedOutBy() {
        return carriedOutBy;
    }

    /** Whether the class has an annotated method. */
    final boolean covers(Class<?> type) {
        return AopUtils.canApply(methods.pointcut(), type);
    }

    final LogLine warning(String beans) {
        return warning.with(methods.annotation().getSimpleName(), beans);
    }
}
