package io.backoff.sample.dashboard;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts since the start or over some seconds.
 *
 * @param seconds the length of the period
 * @param paid orders that were paid at the first attempt
 * @param recovered orders that were paid after a retry
 * @param failed orders that were not paid
 * @param requests charges that were requested from the provider
 * @param denied retries that the budget denied
 * @param attempts orders by number of attempts: one, two, and so on; the last entry stands for all higher numbers
 */
record Totals(double seconds, long paid, long recovered, long failed, long requests, long denied, List<Long> attempts) {

    Totals minus(Totals earlier) {
        return new Totals(
                seconds - earlier.seconds,
                paid - earlier.paid,
                recovered - earlier.recovered,
                failed - earlier.failed,
                requests - earlier.requests,
                denied - earlier.denied,
                IntStream.range(0, attempts.size())
                        .mapToObj(i -> attempts.get(i) - earlier.attempts.get(i))
                        .toList());
    }

    long orders() {
        return paidOrders() + failed;
    }

    long paidOrders() {
        return paid + recovered;
    }
}
