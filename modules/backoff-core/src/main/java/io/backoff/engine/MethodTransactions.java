package io.backoff.engine;

import io.backoff.Internal;

/** The transactions declared by one method. */
@Internal
public interface MethodTransactions {

    /** {@return whether the current thread is in a transaction of the method's transaction manager} */
    boolean areActive();

    /** {@return whether the method joins its caller's transaction instead of beginning its own} */
    boolean join();

    /**
     * {@return whether the given advice begins these transactions}
     *
     * @param advice an advice of the method's proxy
     */
    boolean areBegunBy(Object advice);

    /** {@return whether proxies begin these transactions; if not, woven code does} */
    boolean areBegunByProxies();
}
