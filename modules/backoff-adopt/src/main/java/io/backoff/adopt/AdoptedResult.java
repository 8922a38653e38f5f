package io.backoff.adopt;

import org.jspecify.annotations.Nullable;

/**
 * Runs the calls and attempts of methods with one kind of result: a value, a stage or a publisher. Both run as advice,
 * the call around the advice of the library and the attempt inside it.
 */
public interface AdoptedResult {

    /**
     * Whether it can follow results of this type.
     *
     * @param type the declared return type
     */
    boolean supports(Class<?> type);

    /**
     * Runs a call.
     *
     * @param invocation proceeds to the advice of the library
     */
    @Nullable
    Object call(AdoptedInvocation invocation) throws Throwable;

    /**
     * Runs an attempt.
     *
     * @param invocation proceeds to the method
     */
    @Nullable
    Object attempt(AdoptedInvocation invocation) throws Throwable;
}
