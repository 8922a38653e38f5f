package io.backoff.server;

/**
 * The counts of a {@link RequestWindow}.
 *
 * @param requests number of requests
 * @param retries number of retries among them
 * @param rejections number of requests that the application rejected because it was overloaded
 */
public record RequestCounts(long requests, long retries, long rejections) {

    double retryShare() {
        return requests == 0 ? 0 : (double) retries / requests;
    }

    double rejectionRatio() {
        return requests == 0 ? 0 : (double) rejections / requests;
    }
}
