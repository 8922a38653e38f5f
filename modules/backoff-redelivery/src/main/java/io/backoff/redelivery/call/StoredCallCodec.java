package io.backoff.redelivery.call;

import io.backoff.classify.RetryCause;
import io.backoff.json.JsonValues;
import io.backoff.redelivery.call.StoredCall.Attempts;
import io.backoff.redelivery.call.StoredCall.Parking;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes and reads stored calls as JSON. Arguments are written and read as the declared types of the parameters. */
public final class StoredCallCodec {

    // Keeps trailing zeros of numbers: 9.90 does not become 9.9.
    private final JsonMapper trees = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final JsonValues values;

    public StoredCallCodec(JsonValues values) {
        this.values = values;
    }

    /** The JSON mapper for arguments. */
    public JsonValues values() {
        return values;
    }

    /** Writes the arguments as a JSON array. */
    String write(List<JavaType> types, @Nullable Object[] arguments) {
        ArrayNode array = trees.createArrayNode();
        for (int i = 0; i < arguments.length; i++) {
            array.add(trees.readTree(values.write(arguments[i], types.get(i))));
        }
        return array.toString();
    }

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if they do not match the types; the message does not quote them
     */
    public @Nullable Object[] read(List<JavaType> types, String arguments) {
        JsonNode array = trees.readTree(arguments);
        if (array.size() != types.size()) {
            throw new IllegalArgumentException(
                    "it was stored with " + array.size() + " arguments, but the method takes " + types.size());
        }
        @Nullable Object[] read = new @Nullable Object[types.size()];
        for (int i = 0; i < read.length; i++) {
            read[i] = read(i, array.get(i), types.get(i));
        }
        return read;
    }

    private @Nullable Object read(int index, JsonNode argument, JavaType type) {
        try {
            return values.read(argument.toString(), type);
        } catch (RuntimeException failure) {
            throw new IllegalArgumentException("argument " + (index + 1) + " cannot be read as " + type.toCanonical()
                    + ": " + ReadFailure.withoutMessage(failure));
        }
    }

    byte[] toBytes(StoredCall call) {
        ObjectNode json = trees.createObjectNode()
                .put("bean", call.bean())
                .put("method", call.method())
                .put("storedAt", call.storedAt().toString());
        writeAttempts(json, call.attempts());
        writeParking(json, call.parking());
        if (call.strayedAt() != null) {
            json.put("strayedAt", call.strayedAt().toString());
        }
        json.set("arguments", trees.readTree(call.arguments()));
        return trees.writeValueAsBytes(json);
    }

    StoredCall fromBytes(byte[] bytes) {
        JsonNode json = trees.readTree(bytes);
        return readCall(json, readAttempts(json));
    }

    byte[] toBytes(DeliveryPause pause) {
        return trees.writeValueAsBytes(trees.createObjectNode()
                .put("by", pause.by())
                .put("source", pause.source())
                .put("since", pause.since().toString()));
    }

    DeliveryPause pauseFromBytes(byte[] bytes) {
        JsonNode json = trees.readTree(bytes);
        return new DeliveryPause(
                json.required("by").asString(),
                json.required("source").asString(),
                Instant.parse(json.required("since").asString()));
    }

    private static StoredCall readCall(JsonNode json, Attempts attempts) {
        return new StoredCall(
                required(json, "bean").asString(),
                required(json, "method").asString(),
                required(json, "arguments").toString(),
                Instant.parse(required(json, "storedAt").asString()),
                attempts,
                new Parking(json.path("parkedFor").asLong(0), instant(text(json, "parkedSince"))),
                instant(text(json, "strayedAt")));
    }

    private static Attempts readAttempts(JsonNode json) {
        return new Attempts(
                required(json, "attempts").asInt(),
                required(json, "previousDelay").asLong(),
                cause(required(json, "cause").asString()),
                instant(text(json, "lastAt")),
                text(json, "failure"),
                json.path("free").asBoolean(false));
    }

    // During a deployment, an instance of a newer version may have stored a cause that this one does not know. The
    // cause is only counted, so the call is made all the same.
    private static RetryCause cause(String name) {
        return Arrays.stream(RetryCause.values())
                .filter(cause -> cause.name().equals(name))
                .findFirst()
                .orElse(RetryCause.OTHER);
    }

    private static void writeAttempts(ObjectNode json, Attempts attempts) {
        Instant lastAt = attempts.lastAt();
        json.put("attempts", attempts.made())
                .put("previousDelay", attempts.previousDelay())
                .put("cause", attempts.cause().name())
                .put("lastAt", lastAt == null ? null : lastAt.toString())
                .put("failure", attempts.failure());
        writeFree(json, attempts.free());
    }

    // Most calls do not need this JSON member, so it is only written if true. The members about parking are also
    // written only if needed.
    private static void writeFree(ObjectNode json, boolean free) {
        if (free) {
            json.put("free", true);
        }
    }

    private static void writeParking(ObjectNode json, Parking parking) {
        if (parking.nanos() > 0) {
            json.put("parkedFor", parking.nanos());
        }
        if (parking.since() != null) {
            json.put("parkedSince", parking.since().toString());
        }
    }

    private static JsonNode required(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isMissingNode()) {
            throw new IllegalArgumentException("it has no '" + name + "'");
        }
        return value;
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isString() ? json.path(name).asString() : null;
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }
}
