package io.backoff.test.autoconfigure;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.util.function.Predicate;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;

/**
 * An annotation that has no effect in a test whose context lacks the bean that carries it out. The implementations of
 * all features are named in {@code META-INF/spring.factories}.
 */
@Internal
public interface AnnotationCheck {

    /** The warning about an annotation without Backoff. */
    LogMessage NOT_GUARDED = LogMessage.warning(
            "@%s has no effect on %s in this test, whose context is a part of the application without Backoff. "
                    + "Add @AutoConfigureBackoff to the test.");

    /** The simple name of the annotation. */
    String annotation();

    /** The name of a bean that each context has in which the annotation works. */
    String carriedOutBy();

    /** Whether the annotation covers a method of the class. */
    boolean covers(Class<?> type);

    /** The warning, with the annotation and the beans as its arguments. */
    default LogMessage message() {
        return NOT_GUARDED;
    }

    /** Whether an advisor would apply to a class. The advice is never called. */
    static Predicate<Class<?>> covered(Pointcut methods) {
        return type -> AopUtils.canApply(methods, type);
    }

    /** The advice of an advisor that only knows which methods it covers. */
    static <T> T unused() {
        throw new IllegalStateException("no method is intercepted");
    }
}
