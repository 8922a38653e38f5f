package io.backoff.engine;

import io.backoff.Internal;

/** The transactions that one method declares. */
@Internal
public interface MethodTransactions {

    /** Whether the current thread is in a transaction of the kind that the method declares. */
    boolean areActive();

    /** Whether the method runs in such a transaction of its caller; otherwise it begins one of its own. */
    boolean join();

    /** Whether the advice of a proxy begins them. */
    boolean areBegunBy(Object advice);

    /** Whether proxies begin them, and not woven code. */
    boolean areBegunByProxies();
}
