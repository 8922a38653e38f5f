package io.backoff.sample.provider;

/** A charge that was taken. */
record Charge(String charge) {}
