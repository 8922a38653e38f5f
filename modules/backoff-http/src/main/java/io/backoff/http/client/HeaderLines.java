package io.backoff.http.client;

import java.util.List;

/** The headers of a response, in a form that does not depend on the client library. */
@FunctionalInterface
interface HeaderLines {

    /** Returns the values of a header by its case-insensitive name; empty if it is absent. */
    List<String> of(String name);
}
