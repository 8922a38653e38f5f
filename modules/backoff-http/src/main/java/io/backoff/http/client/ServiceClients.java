package io.backoff.http.client;

/** Access to the clients of HTTP service groups without types of an optional library. */
@FunctionalInterface
interface ServiceClients {

    /**
     * Checks that the clients of the groups are guarded as the settings ask, and lists their methods.
     *
     * @return {@code false} if there are no groups
     */
    boolean inspect();
}
