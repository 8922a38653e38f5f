package io.backoff.config.change;

import java.util.Collection;

/** Reports the policies used by code other than annotated methods. */
@FunctionalInterface
public interface PolicyUse {

    /** The names of the policies. */
    Collection<String> policies();
}
