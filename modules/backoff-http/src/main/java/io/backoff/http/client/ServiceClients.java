package io.backoff.http.client;

/** The clients of HTTP service groups, as an interface without types of an optional library. */
@FunctionalInterface
interface ServiceClients {

    /**
     * Checks that the clients of the groups can be guarded as configured, and adds their methods to the
     * {@code MethodInspection}.
     *
     * @return {@code false} if there are no groups
     */
    boolean inspect();
}
