package io.backoff.actuate;

import java.util.Set;

/** The names of the parameters of the current HTTP request, without its body. */
@FunctionalInterface
interface ParameterNames {

    /** The names; empty if they are unknown. */
    Set<String> get();
}
