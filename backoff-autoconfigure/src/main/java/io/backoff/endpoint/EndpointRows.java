package io.backoff.endpoint;

import java.util.List;

/**
 * Rows that a feature adds to the response of {@code GET /actuator/backoff}. The endpoint uses all beans of this type.
 */
public interface EndpointRows {

    /** The name of the member with the rows, for example {@code polls}. */
    String member();

    /** The current rows; without rows, the response omits the member. */
    List<?> rows();
}
