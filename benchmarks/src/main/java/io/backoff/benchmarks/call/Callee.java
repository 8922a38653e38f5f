package io.backoff.benchmarks.call;

/** The guarded method. */
public interface Callee {

    /** Returns its argument, or fails as configured in its {@link Work}. */
    Object call(Object argument) throws Exception;
}
