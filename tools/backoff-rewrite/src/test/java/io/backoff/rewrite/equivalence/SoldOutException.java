package io.backoff.rewrite.equivalence;

/** Another failure that cases name. */
public class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SoldOutException() {
        super("sold out");
    }
}
