package io.backoff.http.tiers;

/** Where the next tier is. */
final class Next {

    private volatile String url = "";

    void set(String next) {
        url = next;
    }

    String url(String path) {
        return url + path;
    }
}
