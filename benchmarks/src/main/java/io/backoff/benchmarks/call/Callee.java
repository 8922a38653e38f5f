package io.backoff.benchmarks.call;

/** What is guarded. */
public interface Callee {

    /** Returns its argument, or fails as its {@link Work} does. */
    Object call(Object argument) throws Exception;
}
