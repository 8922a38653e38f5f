package io.backoff.benchmarks.overload;

/**
 * A client's failed request to an overloaded server. It has no stack trace, because the cost of exceptions is not
 * measured here.
 */
final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1L;

    NoAnswer(String message) {
        super(message, null, true, false);
    }
}
