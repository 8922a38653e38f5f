package io.backoff.redelivery;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.impl.UnsupportedTypeSerializer;

/**
 * Finds out, before anything is stored, whether arguments of a type survive as JSON: whether there is something to write
 * of them, and whether the type alone tells what to make of it.
 */
final class ArgumentTypes {

    private final JsonMapper mapper;
    private final Set<JavaType> seen = new HashSet<>();

    private ArgumentTypes(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Why arguments of the type cannot be stored; {@code null} when they can. */
    static @Nullable String problem(JavaType type, JsonMapper mapper) {
        if (type.isJavaLangObject()) {
            return "java.lang.Object does not tell what to read it as";
        }
        return new ArgumentTypes(mapper).visit(type);
    }

    private @Nullable String visit(JavaType type) {
        if (type.isJavaLangObject() || !seen.add(type)) {
            return null;
        }
        if (type.isContainerType() || type.isReferenceType()) {
            return visit(type.getContentType());
        }
        String unwritable = unwritable(type);
        return unwritable != null ? unwritable : unreadable(type);
    }

    private @Nullable String unwritable(JavaType type) {
        try {
            Object serializer = mapper._serializationContext().findValueSerializer(type);
            boolean nothing =
                    serializer instanceof UnknownSerializer || serializer instanceof UnsupportedTypeSerializer;
            return nothing ? name(type) + " has nothing that can be written as JSON" : null;
        } catch (JacksonException failure) {
            return name(type) + " cannot be written as JSON: " + failure.getOriginalMessage();
        }
    }

    private @Nullable String unreadable(JavaType type) {
        ValueDeserializer<?> deserializer;
        try {
            deserializer = mapper._deserializationContext().findRootValueDeserializer(type);
        } catch (JacksonException failure) {
            return name(type) + " cannot be read from JSON: " + failure.getOriginalMessage();
        }
        if (deserializer instanceof AbstractDeserializer || deserializer instanceof UnsupportedTypeDeserializer) {
            return name(type) + " does not tell which class to read it as";
        }
        return deserializer instanceof BeanDeserializerBase bean ? unreadable(type, bean) : null;
    }

    private @Nullable String unreadable(JavaType type, BeanDeserializerBase bean) {
        if (!bean.getValueInstantiator().canInstantiate()) {
            return name(type) + " has no constructor that can be called with what JSON holds";
        }
        for (Iterator<SettableBeanProperty> each = bean.properties(); each.hasNext(); ) {
            String problem = visit(each.next().getType());
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static String name(JavaType type) {
        return type.getRawClass().getName();
    }
}
