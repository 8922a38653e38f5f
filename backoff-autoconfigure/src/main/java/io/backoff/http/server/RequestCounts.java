package io.backoff.http.server;

/**
 * The requests of a window.
 *
 * @param requests how many arrived
 * @param retries how many of them were retries
 * @param rejections how many the application rejected because it was overloaded
 */
record RequestCounts(long requests, long retries, long rejections) {

    double retryShare() {
        return requests == 0 ? 0 : (double) retries / requests;
    }

    double rejectionRatio() {
        return requests == 0 ? 0 : (double) rejections / requests;
    }
}
