package io.backoff.benchmarks.overload;

/** What a client sees of an overloaded server. Without a stack: what exceptions cost is not the matter here. */
final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1L;

    NoAnswer(String message) {
        super(message, null, true, false);
    }
}
