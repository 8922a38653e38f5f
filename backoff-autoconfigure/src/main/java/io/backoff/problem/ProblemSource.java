package io.backoff.problem;

import org.jspecify.annotations.Nullable;

/** Translates failures of a feature into problems. */
@FunctionalInterface
public interface ProblemSource {

    /**
     * Returns the problem for a failure that the application has not handled.
     *
     * @param request the attributes of the failed request
     * @return {@code null} for failures of other features
     */
    @Nullable
    Problem of(Throwable failure, Attributes request);

    /** The attributes of a request. */
    @FunctionalInterface
    interface Attributes {

        @Nullable
        Object get(String name);
    }
}
