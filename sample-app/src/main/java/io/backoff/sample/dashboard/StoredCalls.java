package io.backoff.sample.dashboard;

/**
 * Confirmations in the database.
 *
 * @param waiting those that the partner has not taken yet
 * @param dead those that were given up: dead letters
 */
record StoredCalls(long waiting, long dead) {}
