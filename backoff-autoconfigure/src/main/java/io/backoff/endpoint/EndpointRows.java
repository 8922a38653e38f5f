package io.backoff.endpoint;

import java.util.List;

/**
 * Rows that a feature adds to the response of {@code GET /actuator/backoff}, under a name of their own. Beans of this
 * type are found by the endpoint.
 */
public interface EndpointRows {

    /** The name of the member that holds the rows, for example {@code polls}. */
    String member();

    /** The rows as they are now; the response omits the member if there are none. */
    List<?> rows();
}
