package io.backoff.aspectj;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.DeclarePrecedence;
import org.aspectj.lang.annotation.Pointcut;
import org.jspecify.annotations.Nullable;

/**
 * The aspect that weavers put around annotated methods. Not for use by application code.
 *
 * <p>Calls are guarded only while an application context with {@code backoff.advice-mode: aspectj} is active. If
 * several such contexts are active, the last one to start guards all calls; when it closes, the previous one takes
 * over.
 *
 * <p>The pointcut may match methods that no annotation covers. Therefore, the first call of a method looks up the
 * nearest annotation, as proxies do. AspectJ does not search supertypes for annotations, even with {@code +} in a
 * pattern. So the pointcut does not match methods whose annotation is on a supertype of their class or on an overridden
 * method.
 */
@Aspect
@DeclarePrecedence("org.springframework.scheduling.aspectj.*, io.backoff.aspectj.BackoffAspect, *")
public final class BackoffAspect {

    private static final BackoffAspect INSTANCE = new BackoffAspect();

    private BackoffAspect() {}

    /** The only instance. This method is written by hand, so that the class itself need not be woven. */
    public static BackoffAspect aspectOf() {
        return INSTANCE;
    }

    /** Always {@code true}. */
    public static boolean hasAspect() {
        return true;
    }

    @Pointcut("execution(@io.backoff.Backoff * *(..))"
            + " || execution(@(@io.backoff.Backoff *) * *(..))"
            + " || execution(@(@(@io.backoff.Backoff *) *) * *(..))")
    void annotatedMethod() {}

    @Pointcut("execution(public !static * (@io.backoff.Backoff *).*(..))"
            + " || execution(public !static * (@(@io.backoff.Backoff *) *).*(..))"
            + " || execution(public !static * (@(@(@io.backoff.Backoff *) *) *).*(..))")
    void methodOfAnnotatedType() {}

    @Pointcut("execution(boolean equals(Object)) || execution(int hashCode()) || execution(String toString())")
    void methodOfEveryObject() {}

    /** Guards a call, or passes it through if no context is active. */
    @Around("annotatedMethod() || methodOfAnnotatedType() && !methodOfEveryObject()")
    public @Nullable Object guard(ProceedingJoinPoint call) throws Throwable {
        WovenCalls calls = ActiveCalls.current();
        return calls == null ? call.proceed() : calls.make(call);
    }
}
