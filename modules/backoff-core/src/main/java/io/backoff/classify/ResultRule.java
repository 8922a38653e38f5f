package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/** Decides whether the result of an attempt calls for a retry. */
@FunctionalInterface
public interface ResultRule {

    /** Every result is accepted. */
    ResultRule ACCEPT_ALL = result -> false;

    /** Whether the result calls for a retry. */
    boolean rejects(@Nullable Object result);
}
