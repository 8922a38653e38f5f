package io.backoff.autoconfigure;

import io.backoff.engine.CallerTransactions;

/**
 * Which calls are limited to one attempt by a transaction of their caller.
 *
 * @param inForce recognizes them; none where {@code backoff.transactions} permits retries
 */
record TransactionLimit(CallerTransactions inForce) {}
