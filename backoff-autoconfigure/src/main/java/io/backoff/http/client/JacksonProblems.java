package io.backoff.http.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Reads problems token by token: no tree is built, and memory does not depend on what a callee sends. */
final class JacksonProblems implements ProblemReader {

    // Canonical names are kept between parsers, and strangers choose the names here.
    private final JsonFactory json = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    @Override
    public Problem read(byte[] body) {
        Members members = new Members();
        try (JsonParser parser =
                json.createParser(ObjectReadContext.empty(), body, 0, Math.min(body.length, MAX_BYTES))) {
            members.read(parser);
        } catch (JacksonException malformed) {
            // What came before counts.
            return members.problem();
        }
        return members.problem();
    }

    private static final class Members {

        private @Nullable String retry;
        private @Nullable Double retryAfterMs;

        void read(JsonParser parser) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (name.equals(Problem.RETRY) && value == JsonToken.VALUE_STRING) {
                    retry = parser.getString();
                } else if (name.equals(Problem.RETRY_AFTER) && value != null && value.isNumeric()) {
                    retryAfterMs = parser.getDoubleValue();
                } else {
                    parser.skipChildren();
                }
            }
        }

        Problem problem() {
            return Problem.of(retry, retryAfterMs);
        }
    }
}
