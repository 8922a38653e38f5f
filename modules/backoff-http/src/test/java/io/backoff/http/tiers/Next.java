package io.backoff.http.tiers;

/** The location of the next tier. */
final class Next {

    private volatile String url = "";

    void set(String next) {
        url = next;
    }

    String url(String path) {
        return url + path;
    }
}
