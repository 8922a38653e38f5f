package io.backoff.engine;

import io.backoff.Internal;

/** The transactions that one method declares. */
@Internal
public interface MethodTransactions {

    /** Whether the current thread is in a transaction of the kind that the method declares. */
    boolean areActive();

    /** Whether the method joins such a transaction of its caller; otherwise it begins its own. */
    boolean join();

    /** Whether this advice of a proxy begins them. */
    boolean areBegunBy(Object advice);

    /** Whether proxies begin them, rather than woven code. */
    boolean areBegunByProxies();
}
