package io.backoff.http.tiers;

import java.util.concurrent.atomic.AtomicInteger;

/** How often a tier has asked the next. */
final class Calls extends AtomicInteger {

    private static final long serialVersionUID = 1L;
}
