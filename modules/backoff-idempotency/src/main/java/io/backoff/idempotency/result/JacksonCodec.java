package io.backoff.idempotency.result;

import io.backoff.json.JsonValues;
import java.lang.reflect.Type;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON according to declared types. */
public final class JacksonCodec implements JsonCodec {

    private final JsonValues values;
    private final CanonicalJson canonical;

    public JacksonCodec(JsonMapper mapper) {
        this.values = new JsonValues(mapper);
        this.canonical = new CanonicalJson(mapper);
    }

    @Override
    public void check(Type type) {
        String problem = values.problem(values.type(type));
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    @Override
    public String write(@Nullable Object value, Type type) {
        return translated(() -> values.write(value, values.type(type)));
    }

    @Override
    public @Nullable Object read(String json, Type type) {
        try {
            return values.read(json, values.type(type));
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(failure.getOriginalMessage(), failure);
        }
    }

    @Override
    public String canonical(@Nullable Object value) {
        return translated(() -> canonical.write(value));
    }

    private static String translated(Supplier<String> writing) {
        try {
            return writing.get();
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(failure.getOriginalMessage(), failure);
        }
    }
}
