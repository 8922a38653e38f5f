package io.backoff.aspectj;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

/** Advice of an application around methods that are guarded as well; named in META-INF/aop.xml of the tests. */
@Aspect
public class OtherAspect {

    static int calls;

    @Around("execution(* io.backoff.aspectj.OtherAdviceWovenTests.Advised.*(..))")
    public Object count(ProceedingJoinPoint call) throws Throwable {
        calls++;
        return call.proceed();
    }
}
