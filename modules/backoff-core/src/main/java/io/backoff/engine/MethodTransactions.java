package io.backoff.engine;

import io.backoff.Internal;

/** The transactions declared by one method. */
@Internal
public interface MethodTransactions {

    /** Whether the current thread is in a transaction of the method's transaction manager. */
    boolean areActive();

    /** Whether the method joins such a transaction of its caller; otherwise it begins its own. */
    boolean join();

    /** Whether this advice of a proxy begins these transactions. */
    boolean areBegunBy(Object advice);

    /** Whether proxies begin these transactions; if not, woven code does. */
    boolean areBegunByProxies();
}
