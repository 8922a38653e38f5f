package io.backoff.json;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads values as the application's mapper does, but by declared types alone: class names in the JSON are
 * ignored, even if that mapper uses them.
 */
public final class JsonValues {

    private final JsonMapper mapper;
    private @Nullable JsonTypeCheck check;

    public JsonValues(JsonMapper application) {
        this.mapper = application.rebuild().deactivateDefaultTyping().build();
    }

    /** Returns Jackson's representation of the type. */
    public JavaType type(Type type) {
        return mapper.constructType(type);
    }

    /** Returns the reason why values of the type cannot be stored as JSON; {@code null} if they can. */
    public synchronized @Nullable String problem(JavaType type) {
        JsonTypeCheck current = check == null ? new JsonTypeCheck(mapper) : check;
        String problem = current.problem(type);
        // A check accepts every type that it has seen before, even one that it has rejected. So a check that has found
        // a problem is not used again.
        check = problem == null ? current : null;
        return problem;
    }

    /** Whether objects of a class have no fields, and so no content that could be lost. */
    public static boolean isStateless(Class<?> type) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    return false;
                }
            }
        }
        return true;
    }

    public String write(@Nullable Object value, JavaType type) {
        return mapper.writerFor(type).writeValueAsString(value);
    }

    public @Nullable Object read(String json, JavaType type) {
        return mapper.readerFor(type).readValue(json);
    }
}
