package io.backoff.sample.shop;

/**
 * How a batch of orders went.
 *
 * @param placed orders that were paid, at once or after a retry
 * @param failed orders that were not
 * @param millis how long it took
 * @param providerRequests charges that the provider was asked for: all orders and all retries
 */
record BatchSummary(int placed, int failed, long millis, long providerRequests) {}
