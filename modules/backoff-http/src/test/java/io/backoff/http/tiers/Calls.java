package io.backoff.http.tiers;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the calls of a tier to the next one. */
final class Calls extends AtomicInteger {

    private static final long serialVersionUID = 1L;
}
