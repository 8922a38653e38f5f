package io.backoff.idempotency.json;

import io.backoff.idempotency.JsonCodec;
import java.lang.reflect.Type;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON as the application writes it, but that nothing that is read names a class, whatever its mapper permits. For
 * comparisons, properties and entries of maps are put in order.
 */
final class JacksonCodec implements JsonCodec {

    private final JsonMapper mapper;
    private final JsonMapper ordered;

    JacksonCodec(JsonMapper mapper) {
        this.mapper = mapper.rebuild().deactivateDefaultTyping().build();
        this.ordered = mapper.rebuild()
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
    }

    @Override
    public void check(Type type) {
        check(mapper.constructType(type));
    }

    // Definitions are looked at when something is read; other complaints about such content are what it deserves.
    private void check(JavaType type) {
        if (type.getContentType() != null) {
            check(type.getContentType());
            return;
        }
        for (String content : new String[] {"null", "{}"}) {
            try {
                mapper.readerFor(type).readValue(content);
            } catch (InvalidDefinitionException impossible) {
                throw new IllegalArgumentException(impossible.getOriginalMessage(), impossible);
            } catch (RuntimeException fine) {
                continue;
            }
        }
    }

    @Override
    public String write(@Nullable Object value, Type type) {
        return translated(() -> mapper.writerFor(mapper.constructType(type)).writeValueAsString(value));
    }

    @Override
    public @Nullable Object read(String json, Type type) {
        try {
            return mapper.readerFor(mapper.constructType(type)).readValue(json);
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(failure.getOriginalMessage(), failure);
        }
    }

    @Override
    public String canonical(@Nullable Object value) {
        return translated(() -> ordered.writeValueAsString(value));
    }

    private static String translated(Supplier<String> writing) {
        try {
            return writing.get();
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(failure.getOriginalMessage(), failure);
        }
    }
}
