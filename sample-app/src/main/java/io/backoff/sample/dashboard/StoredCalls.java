package io.backoff.sample.dashboard;

/**
 * Confirmations in the database.
 *
 * @param waiting confirmations that the partner has not accepted yet
 * @param dead confirmations that were given up: dead letters
 * @param paused whether delivery is paused
 */
record StoredCalls(long waiting, long dead, boolean paused) {}
