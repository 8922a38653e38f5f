package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.method.AnnotatedMethods;
import io.backoff.method.MethodTable;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/** Makes the calls that the advice of idempotent methods has intercepted. */
public final class IdempotentInvoker {

    /** The annotated methods. */
    static final AnnotatedMethods<Idempotent> ANNOTATED = AnnotatedMethods.of(Idempotent.class);

    private final MethodTable<Idempotent, IdempotentMethod> methods;

    public IdempotentInvoker(IdempotentMethodFactory factory) {
        this.methods = new MethodTable<>(ANNOTATED, factory::create);
    }

    @Nullable
    Object invoke(AdvicePosition position, ProxyMethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> targetClass = target != null
                ? AopUtils.getTargetClass(target)
                : invocation.getMethod().getDeclaringClass();
        IdempotentMethod method = methods.find(invocation.getMethod(), targetClass);
        return method == null || method.position() != position
                ? invocation.proceed()
                : new IdempotentCall(method, invocation).make();
    }

    @Nullable
    IdempotentMethod find(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass);
    }
}
