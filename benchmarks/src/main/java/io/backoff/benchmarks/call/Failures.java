package io.backoff.benchmarks.call;

import java.io.IOException;

/** How often each call fails before it succeeds. For one thread, unless no call fails. */
public final class Failures {

    private static final IOException STACKLESS = new Stackless();

    private final int perCall;
    private final boolean fresh;
    private int left;

    /**
     * The failures of one benchmark.
     *
     * @param fresh whether each is a new exception with its stack, instead of one for all without
     */
    public Failures(int perCall, boolean fresh) {
        this.perCall = perCall;
        this.fresh = fresh;
        this.left = perCall;
    }

    Object attempt(Object argument) throws IOException {
        if (perCall > 0) {
            failOrBeginAnew();
        }
        return argument;
    }

    private void failOrBeginAnew() throws IOException {
        if (left > 0) {
            left--;
            throw fresh ? new IOException("fresh") : STACKLESS;
        }
        left = perCall;
    }

    private static final class Stackless extends IOException {

        private static final long serialVersionUID = 1L;

        Stackless() {
            super("stackless");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
