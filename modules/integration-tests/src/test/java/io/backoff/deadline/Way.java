package io.backoff.deadline;

import java.util.concurrent.Callable;
import org.springframework.context.ApplicationContext;

/** A way to make guarded calls. */
public interface Way {

    /**
     * Makes a call, and waits for its result.
     *
     * @param policy the policy of the call, or {@code fallback} for a method that has one
     * @throws Throwable the failure of the call itself
     */
    Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable;

    /** Whether calls are made by annotated methods. */
    boolean isAnnotated();
}
