package io.backoff.engine;

import io.backoff.Internal;

/** The transactions that one method declares. */
@Internal
public interface MethodTransactions {

    /** Whether the current thread is in a transaction of the kind that the method declares. */
    boolean areActive();

    /** Whether the method joins such a transaction of its caller; otherwise it begins its own. */
    boolean join();

    /** Whether the given advice of a proxy begins these transactions. */
    boolean areBegunBy(Object advice);

    /** Whether proxies begin these transactions, rather than woven code. */
    boolean areBegunByProxies();
}
