package io.backoff.http.client;

import java.util.List;

/** The headers of a response, whatever the client keeps them in. */
@FunctionalInterface
interface HeaderLines {

    /** The values of a header, by its name in any case; empty when it is absent. */
    List<String> of(String name);
}
