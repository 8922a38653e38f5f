package io.backoff.sample.shop;

/** The provider's word that it took the money. */
record Receipt(String charge) {}
