package io.backoff.engine;

import io.backoff.Internal;

/** The transactions declared by one method. */
@Internal
public interface MethodTransactions {

    /** {@return whether the current thread is in a transaction of the method's transaction manager} */
    boolean areActive();

    /** {@return whether the method joins such a transaction of its caller; otherwise it begins its own} */
    boolean join();

    /**
     * {@return whether this advice of a proxy begins these transactions}
     *
     * @param advice the advice
     */
    boolean areBegunBy(Object advice);

    /** {@return whether proxies begin these transactions; if not, woven code does} */
    boolean areBegunByProxies();
}
