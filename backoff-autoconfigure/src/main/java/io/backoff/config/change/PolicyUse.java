package io.backoff.config.change;

import java.util.Collection;

/** Names the policies that something other than annotated methods uses. */
@FunctionalInterface
public interface PolicyUse {

    /** The names of the policies. */
    Collection<String> policies();
}
