package io.backoff.http.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Reads problem details token by token, because a truncated body cannot be parsed into a tree. */
final class JacksonProblems implements ProblemHints.Reader {

    // Canonicalization is off, because it caches names across parsers, and these names come from untrusted callees.
    private final JsonFactory json = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    @Override
    public ProblemHints read(byte[] body) {
        @Nullable String retry = null;
        @Nullable Double retryAfterMs = null;
        @Nullable String type = null;
        int length = Math.min(body.length, ProblemHints.MAX_BYTES);
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), body, 0, length)) {
            String name = parser.nextToken() == JsonToken.START_OBJECT ? parser.nextName() : null;
            for (; name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (name.equals(ProblemHints.RETRY) && value == JsonToken.VALUE_STRING) {
                    retry = parser.getString();
                } else if (name.equals(ProblemHints.RETRY_AFTER) && value != null && value.isNumeric()) {
                    retryAfterMs = parser.getDoubleValue();
                } else if (name.equals(ProblemHints.TYPE) && value == JsonToken.VALUE_STRING) {
                    type = parser.getString();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException malformed) {
            // The members that have been read so far are used.
        }
        return ProblemHints.of(retry, retryAfterMs, type);
    }
}
