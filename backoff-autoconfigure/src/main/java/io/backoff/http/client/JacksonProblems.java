package io.backoff.http.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Reads problems token by token: a tree would say nothing at all of a body that is malformed or cut. */
final class JacksonProblems implements ProblemHints.Reader {

    // Canonical names are kept between parsers, and strangers choose the names here.
    private final JsonFactory json = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    @Override
    public ProblemHints read(byte[] body) {
        @Nullable String retry = null;
        @Nullable Double retryAfterMs = null;
        int length = Math.min(body.length, ProblemHints.MAX_BYTES);
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), body, 0, length)) {
            String name = parser.nextToken() == JsonToken.START_OBJECT ? parser.nextName() : null;
            for (; name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (name.equals(ProblemHints.RETRY) && value == JsonToken.VALUE_STRING) {
                    retry = parser.getString();
                } else if (name.equals(ProblemHints.RETRY_AFTER) && value != null && value.isNumeric()) {
                    retryAfterMs = parser.getDoubleValue();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException malformed) {
            // What came before counts.
        }
        return ProblemHints.of(retry, retryAfterMs);
    }
}
