package io.backoff.sample.shop;

/**
 * The result of a batch of orders.
 *
 * @param placed orders that were paid, with or without retries
 * @param failed orders that were not paid
 * @param millis duration of the batch
 * @param providerRequests charges requested from the provider: the first attempts of all orders, and all retries
 */
record BatchSummary(int placed, int failed, long millis, long providerRequests) {}
