package io.backoff.sample.shop;

/** The provider's confirmation that it took the money. */
record Receipt(String charge) {}
