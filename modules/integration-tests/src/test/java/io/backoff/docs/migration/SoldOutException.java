package io.backoff.docs.migration;

public class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
