package io.backoff.idempotency.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.backoff.json.JsonValues;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Writes JSON that is the same for equal values in all processes: properties, map entries and the elements of sets are
 * sorted. The iteration order of maps and sets does not suffice, because it may differ between processes: the order of
 * {@code Set.of} is random, and a {@code HashSet} orders enum constants by identity.
 *
 * <p>Properties that are null are left out, so that a new optional property does not change the JSON of earlier values.
 * Simple write-only properties, such as passwords, are included: the JSON is the input of a digest, and is not stored.
 * An object that has fields but no JSON properties is rejected, because all objects of its class would have the same
 * JSON.
 */
final class CanonicalJson {

    private static final JsonMapper TREES =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private final JsonMapper mapper;

    /** Creates a writer that represents values as the given mapper does. */
    CanonicalJson(JsonMapper mapper) {
        JsonMapper.Builder builder = mapper.rebuild();
        AnnotationIntrospector own = builder.annotationIntrospector();
        this.mapper = builder.annotationIntrospector(AnnotationIntrospector.pair(new WriteOnly(), own))
                .changeDefaultPropertyInclusion(CanonicalJson::withoutNulls)
                .addModule(new SimpleModule("backoff-values").setSerializerModifier(new Values()))
                .build();
    }

    private static JsonInclude.Value withoutNulls(JsonInclude.Value own) {
        JsonInclude.Include included = own.getValueInclusion();
        boolean all = included == JsonInclude.Include.ALWAYS || included == JsonInclude.Include.USE_DEFAULTS;
        return all ? own.withValueInclusion(JsonInclude.Include.NON_NULL) : own;
    }

    String write(@Nullable Object value) {
        return TREES.writeValueAsString(mapper.<JsonNode>valueToTree(value));
    }

    /**
     * Writes simple properties that are declared as write-only, which Jackson otherwise reads but does not write. Other
     * write-only properties stay omitted, because they may refer back to an owner and make a cycle.
     */
    private static final class WriteOnly extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonProperty.@Nullable Access findPropertyAccess(MapperConfig<?> config, Annotated property) {
            JsonProperty annotation = property.getAnnotation(JsonProperty.class);
            boolean writeOnly = annotation != null && annotation.access() == JsonProperty.Access.WRITE_ONLY;
            return writeOnly && isSimple(type(property)) ? JsonProperty.Access.READ_WRITE : null;
        }

        private static Class<?> type(Annotated property) {
            return property instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getRawParameterType(0)
                    : property.getRawType();
        }

        private static boolean isSimple(Class<?> type) {
            return BeanUtils.isSimpleValueType(type)
                    || type.isArray() && type.getComponentType().isPrimitive();
        }
    }

    /** Sorts the elements of all sets, and rejects objects whose content would not be written. */
    private static final class Values extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        /**
         * The interfaces whose implementations Jackson writes even if they have no properties. It writes their
         * elements, their text, or their key and value.
         */
        private static final List<Class<?>> ELEMENTS =
                List.of(Iterable.class, Iterator.class, CharSequence.class, Map.Entry.class);

        @Override
        public BeanSerializerBuilder updateBuilder(
                SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
            Class<?> type = bean.getBeanClass();
            boolean rejected = builder.getProperties().isEmpty()
                    && builder.getAnyGetter() == null
                    && builder.getTypeId() == null
                    && !bean.get().hasKnownClassAnnotations()
                    && !JsonValues.isStateless(type)
                    && ELEMENTS.stream().noneMatch(element -> element.isAssignableFrom(type));
            return rejected ? new RejectedBuilder(builder) : builder;
        }

        @Override
        @SuppressWarnings("unchecked") // The serializer is for values of this type.
        public ValueSerializer<?> modifyCollectionSerializer(
                SerializationConfig config,
                CollectionType type,
                BeanDescription.Supplier bean,
                ValueSerializer<?> serializer) {
            return Set.class.isAssignableFrom(type.getRawClass())
                    ? new SetSerializer((ValueSerializer<Object>) serializer)
                    : serializer;
        }
    }

    /** Builds a serializer that rejects all objects of the class. */
    private static final class RejectedBuilder extends BeanSerializerBuilder {

        RejectedBuilder(BeanSerializerBuilder empty) {
            super(empty);
        }

        @Override
        public ValueSerializer<?> build() {
            return new RejectingSerializer();
        }
    }

    /**
     * Rejects objects when they are written. Their class is not rejected earlier, because a property that has this
     * class as its type may be null.
     */
    private static final class RejectingSerializer extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator out, SerializationContext context) {
            context.reportBadDefinition(
                    value.getClass(), value.getClass().getName() + " has no properties that can be written as JSON");
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
            serialize(value, out, context);
        }
    }

    /** Writes the elements of a set in the order of their JSON. */
    private static final class SetSerializer extends ValueSerializer<Object> {

        private final ValueSerializer<Object> unsorted;

        SetSerializer(ValueSerializer<Object> unsorted) {
            this.unsorted = unsorted;
        }

        @Override
        public void resolve(SerializationContext context) {
            unsorted.resolve(context);
        }

        @Override
        @SuppressWarnings("unchecked") // The serializer is for the same values.
        public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
            return new SetSerializer((ValueSerializer<Object>) unsorted.createContextual(context, property));
        }

        @Override
        public boolean isEmpty(SerializationContext context, Object set) {
            return unsorted.isEmpty(context, set);
        }

        @Override
        public void serialize(Object set, JsonGenerator out, SerializationContext context) {
            TokenBuffer buffer = context.bufferForValueConversion();
            unsorted.serialize(set, buffer, context);
            JsonNode written = TREES.readTree(buffer);
            TREES.writeTree(out, written instanceof ArrayNode elements ? sorted(elements) : written);
        }

        private static JsonNode sorted(ArrayNode elements) {
            ArrayNode sorted = TREES.createArrayNode();
            elements.values().stream()
                    .map(element -> Map.entry(TREES.writeValueAsString(element), element))
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(entry -> sorted.add(entry.getValue()));
            return sorted;
        }

        // VALUE_EMBEDDED_OBJECT makes Jackson treat the whole array as one value, and write the name of the type beside
        // the array.
        @Override
        public void serializeWithType(
                Object set, JsonGenerator out, SerializationContext context, TypeSerializer types) {
            WritableTypeId type =
                    types.writeTypePrefix(out, context, types.typeId(set, JsonToken.VALUE_EMBEDDED_OBJECT));
            serialize(set, out, context);
            types.writeTypeSuffix(out, context, type);
        }
    }
}
