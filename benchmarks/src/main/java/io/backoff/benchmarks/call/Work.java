package io.backoff.benchmarks.call;

import java.io.IOException;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The work of each attempt, which computes for a while, then fails or succeeds. It is not thread-safe if calls fail.
 */
public final class Work {

    private static final IOException STACKLESS = new Stackless();

    private final Load load;
    private int left;

    Work(Load load) {
        this.load = load;
        this.left = load.failures;
    }

    Object attempt(Object argument) throws IOException {
        if (load.tokens > 0) {
            Blackhole.consumeCPU(load.tokens);
        }
        if (load.failures > 0) {
            failOrStartOver();
        }
        return argument;
    }

    private void failOrStartOver() throws IOException {
        if (left > 0) {
            left--;
            throw load.fresh ? new IOException("fresh") : STACKLESS;
        }
        left = load.failures;
    }

    /**
     * The work per attempt, and the failures per call.
     *
     * @param tokens amount of computation, in tokens of JMH's {@code Blackhole}; a thousand take some microseconds
     * @param failures how often each call fails before it succeeds
     * @param fresh whether each failure is a new exception with a stack trace, instead of a shared exception without
     *     one
     */
    record Load(long tokens, int failures, boolean fresh) {

        static final Load NONE = new Load(0, 0, false);
    }

    private static final class Stackless extends IOException {

        private static final long serialVersionUID = 1L;

        Stackless() {
            super("stackless", null);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
