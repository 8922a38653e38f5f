package io.backoff.sample.dashboard;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What was counted, since the start or in some seconds.
 *
 * @param seconds how long the counting took
 * @param paid orders that were paid at the first attempt
 * @param recovered orders that were paid after a retry
 * @param failed orders that were not paid
 * @param requests charges that the provider was asked for
 * @param denied retries that the budget denied
 * @param attempts orders by the attempts they took: one, two, and so on, the last one standing for more too
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
