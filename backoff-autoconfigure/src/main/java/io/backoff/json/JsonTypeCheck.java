package io.backoff.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.BeanDeserializerBuilder;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Checks whether values of a type can be stored as JSON: Jackson must write their content, and must be able to read it
 * back knowing only the type. Also checks the types of elements and properties, each type once. Do not reuse an
 * instance that has found a problem.
 */
final class JsonTypeCheck {

    private final Deque<JavaType> pending = new ArrayDeque<>();
    private final Set<JavaType> seen = new HashSet<>();
    private final JsonMapper mapper;

    /**
     * Creates a check that uses a copy of the mapper. The copy has no cached deserializers: it builds one for each
     * checked type, and the check then learns the properties that the deserializer reads.
     */
    JsonTypeCheck(JsonMapper mapper) {
        this.mapper = mapper.rebuild()
                // Without this feature, Jackson does not report types that it cannot serialize.
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .addModule(new SimpleModule("backoff-types").setDeserializerModifier(new Properties()))
                .build();
    }

    /** Returns the first problem of the type or of its components; {@code null} if there is none. */
    @Nullable
    String problem(JavaType type) {
        pending.add(type);
        while (!pending.isEmpty()) {
            String problem = check(pending.remove());
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    // The type Object is accepted. Its values are written by their run-time types, and read as maps, lists and strings.
    private @Nullable String check(JavaType type) {
        if (type.isJavaLangObject() || !seen.add(type)) {
            return null;
        }
        // Streams and iterators also have elements, that is, a content type in Jackson's terms. They are not accepted
        // here, because they cannot be read back.
        if (type.isContainerType() || type.isReferenceType()) {
            pending.add(type.getContentType());
            return null;
        }
        String unwritable = unwritable(type);
        return unwritable != null ? unwritable : unreadable(type);
    }

    private @Nullable String unwritable(JavaType type) {
        try {
            return hasContent(type) || type.isConcrete() && JsonValues.isStateless(type.getRawClass())
                    ? null
                    : name(type) + " has no properties that can be written as JSON";
        } catch (JacksonException failure) {
            return name(type) + " cannot be written as JSON: " + failure.getOriginalMessage();
        }
    }

    private boolean hasContent(JavaType type) {
        JsonFormatVisitorWrapper.Base visitor = new JsonFormatVisitorWrapper.Base();
        mapper.acceptJsonFormatVisitor(type, visitor);
        return !visitor.getContext()
                .isUnknownTypeSerializer(visitor.getContext().findValueSerializer(type));
    }

    // On the first read, Jackson checks the definition of the type. It throws an InvalidDefinitionException if the type
    // cannot be read. Any other exception concerns the content, which is a dummy here.
    private @Nullable String unreadable(JavaType type) {
        try {
            mapper.readerFor(type).readValue("{}");
            return null;
        } catch (InvalidDefinitionException impossible) {
            return unreadable(type, impossible);
        } catch (RuntimeException content) {
            return null;
        }
    }

    private static String unreadable(JavaType type, InvalidDefinitionException impossible) {
        return type.isAbstract()
                ? name(type) + " is abstract and cannot be created from JSON"
                : name(type) + " cannot be read from JSON: " + impossible.getOriginalMessage();
    }

    private static String name(JavaType type) {
        return type.getRawClass().getName();
    }

    /**
     * Queues the property types of each class for the check, except the types of properties with their own
     * deserializer.
     */
    private final class Properties extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public BeanDeserializerBuilder updateBuilder(
                DeserializationConfig config, BeanDescription.Supplier bean, BeanDeserializerBuilder builder) {
            builder.getProperties().forEachRemaining(property -> {
                if (!builder.hasIgnorable(property.getName()) && isRead(property)) {
                    pending.add(property.getType());
                }
            });
            return builder;
        }

        private static boolean isRead(SettableBeanProperty property) {
            return !property.hasValueDeserializer() && !property.hasValueTypeDeserializer();
        }
    }
}
