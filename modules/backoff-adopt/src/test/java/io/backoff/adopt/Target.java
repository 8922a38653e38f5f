package io.backoff.adopt;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A method that fails a number of times, each time with another exception. */
final class Target implements Callable<Object> {

    private final int failing;
    private final IntFunction<? extends Exception> failures;
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile Throwable last = new AssertionError("no attempt");

    private Target(int failing, IntFunction<? extends Exception> failures) {
        this.failing = failing;
        this.failures = failures;
    }

    static Target failing() {
        return failing(Integer.MAX_VALUE);
    }

    static Target failing(int times) {
        return failing(times, number -> new IOException("failure " + number));
    }

    static Target failing(int times, IntFunction<? extends Exception> failures) {
        return new Target(times, failures);
    }

    @Override
    public Object call() throws Exception {
        int number = attempts.incrementAndGet();
        if (number > failing) {
            return "result";
        }
        Exception failure = failures.apply(number);
        last = failure;
        throw failure;
    }

    int attempts() {
        return attempts.get();
    }

    /** The failure of the last attempt. */
    Throwable last() {
        return last;
    }
}
