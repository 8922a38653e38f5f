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
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Checks, before a value is stored, whether values of its type survive as JSON: whether Jackson writes anything of them,
 * and whether it can read that again knowing only the type. Elements and properties are checked too. Types that are fine
 * are not checked again; after a problem, it is of no further use.
 */
final class JsonTypeCheck {

    private final Deque<JavaType> pending = new ArrayDeque<>();
    private final Set<JavaType> seen = new HashSet<>();
    private final JsonMapper mapper;

    /** A check with a mapper of its own, which builds what it reads with anew and reports the properties. */
    JsonTypeCheck(JsonMapper mapper) {
        this.mapper = mapper.rebuild()
                // Otherwise, Jackson does not report that it knows nothing of a type.
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .addModule(new SimpleModule("backoff-types").setDeserializerModifier(new Properties()))
                .build();
    }

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

    // An object of any type is written as what it is, and read as maps, lists and texts.
    private @Nullable String check(JavaType type) {
        if (type.isJavaLangObject() || !seen.add(type)) {
            return null;
        }
        if (type.getContentType() != null) {
            pending.add(type.getContentType());
            return null;
        }
        String unwritable = unwritable(type);
        return unwritable != null ? unwritable : unreadable(type);
    }

    private @Nullable String unwritable(JavaType type) {
        JsonFormatVisitorWrapper.Base visitor = new JsonFormatVisitorWrapper.Base();
        try {
            mapper.acceptJsonFormatVisitor(type, visitor);
            boolean nothing = visitor.getContext()
                    .isUnknownTypeSerializer(visitor.getContext().findValueSerializer(type));
            return nothing ? name(type) + " has nothing that can be written as JSON" : null;
        } catch (JacksonException failure) {
            return name(type) + " cannot be written as JSON: " + failure.getOriginalMessage();
        }
    }

    // Jackson looks at definitions when it reads; other complaints are about the content.
    private @Nullable String unreadable(JavaType type) {
        try {
            mapper.readerFor(type).readValue("{}");
        } catch (InvalidDefinitionException impossible) {
            return type.isAbstract()
                    ? name(type) + " does not tell which class to read it as"
                    : name(type) + " cannot be read from JSON: " + impossible.getOriginalMessage();
        } catch (RuntimeException content) {
            return null;
        }
        return null;
    }

    private static String name(JavaType type) {
        return type.getRawClass().getName();
    }

    /** Adds the types of the properties of each class to the types to check, unless the property has its own rules. */
    private final class Properties extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public BeanDeserializerBuilder updateBuilder(
                DeserializationConfig config, BeanDescription.Supplier bean, BeanDeserializerBuilder builder) {
            builder.getProperties().forEachRemaining(property -> {
                if (!property.hasValueDeserializer() && !property.hasValueTypeDeserializer()) {
                    pending.add(property.getType());
                }
            });
            return builder;
        }
    }
}
