package io.backoff.benchmarks.call;

/** What is guarded. An interface, so that one contestant can be a JDK proxy. */
public interface Callee {

    /** Returns its argument, or fails as its {@link Failures} say. */
    Object call(Object argument) throws Exception;
}
