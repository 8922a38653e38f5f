package io.backoff.adopt;

import io.backoff.engine.RetryScopeHolder;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * An invocation of an adopted method, around the advice of its library or inside it. Both find the same call: copies of
 * an invocation, one for each attempt, share its attributes.
 *
 * @param method the method
 * @param invocation proceeds to the advice of the library, or from there to the method
 * @param attribute the name under which the call is attached, different for each advice that retries on one proxy
 */
public record AdoptedInvocation(AdoptedMethod method, ProxyMethodInvocation invocation, String attribute) {

    /** Begins a call in the scope of the current thread, for attempts to find. */
    public AdoptedCall begin() {
        AdoptedCall call = method.begin(RetryScopeHolder.current());
        invocation.setUserAttribute(attribute, call);
        return call;
    }

    /** The call that an attempt belongs to; {@code null} if none has begun. */
    public @Nullable AdoptedCall call() {
        return invocation.getUserAttribute(attribute) instanceof AdoptedCall call ? call : null;
    }

    /** Proceeds with the invocation. */
    public @Nullable Object proceed() throws Throwable {
        return invocation.proceed();
    }
}
