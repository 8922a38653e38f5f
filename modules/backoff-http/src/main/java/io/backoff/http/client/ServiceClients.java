package io.backoff.http.client;

/** The clients of HTTP service groups, without types of an optional library. */
@FunctionalInterface
interface ServiceClients {

    /**
     * Validates that the clients of the groups can be guarded as configured, and lists their methods.
     *
     * @return {@code false} if there are no groups
     */
    boolean inspect();
}
