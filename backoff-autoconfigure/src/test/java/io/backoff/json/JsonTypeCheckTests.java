package io.backoff.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.InputStream;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Only values that come back unchanged may be stored. */
class JsonTypeCheckTests {

    private final JsonValues values = new JsonValues(new JsonMapper());

    @ParameterizedTest
    @ValueSource(
            classes = {
                int.class,
                byte[].class,
                String.class,
                Instant.class,
                Object.class,
                Order.class,
                Tree.class,
                Summary.class,
                Concrete.class,
                Drawing.class,
                Ignoring.class,
                IgnoringAComponent.class,
                Acknowledgement.class,
                Nothing.class
            })
    void accepts(Class<?> type) {
        assertThat(values.problem(values.type(type))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Named, is abstract and cannot be created from JSON",
        "Lazy, java.util.Iterator is abstract and cannot be created from JSON",
        "Owned, Named is abstract and cannot be created from JSON",
        "Deep, Named is abstract and cannot be created from JSON",
        "Secret, has no properties that can be written as JSON",
        "HoldsSecret, Secret has no properties that can be written as JSON",
        "Made, cannot be read from JSON: Cannot construct instance"
    })
    void rejects(String name, String reason) throws ClassNotFoundException {
        Class<?> type = Class.forName(getClass().getName() + "$" + name);
        assertThat(values.problem(values.type(type))).contains(reason);
    }

    @Test
    void looksAtElements() {
        assertThat(problem(new TypeReference<Map<String, List<InputStream>>>() {}))
                .startsWith("java.io.InputStream");
        assertThat(problem(new TypeReference<Optional<Named>>() {}))
                .contains("Named is abstract and cannot be created");
        assertThat(problem(new TypeReference<Optional<List<Order>>>() {})).isNull();
    }

    /** Types are not checked again, unless there was a problem. */
    @Test
    void repeatsWhatItHasSaid() {
        for (int i = 0; i < 2; i++) {
            assertThat(problem(new TypeReference<Deep>() {})).contains("Named is abstract and cannot be created");
            assertThat(problem(new TypeReference<Owned>() {})).contains("Named is abstract and cannot be created");
            assertThat(problem(new TypeReference<Order>() {})).isNull();
        }
    }

    @Test
    void leavesToAModuleWhatItReads() {
        var module = new SimpleModule().addDeserializer(Named.class, new NamedReader());
        var known = new JsonValues(JsonMapper.builder().addModule(module).build());
        assertThat(known.problem(known.type(Deep.class))).isNull();
    }

    /** The check does not use the application's own mapper. */
    @Test
    void changesNothing() {
        values.problem(values.type(Secret.class));
        assertThat(values.write(new Secret(), values.type(Secret.class))).isEqualTo("{}");
    }

    private String problem(TypeReference<?> type) {
        return values.problem(values.type(type.getType()));
    }

    record Order(String id, List<Line> lines, Map<String, Object> notes) {}

    record Line(int count, AtomicReference<String> article) {}

    record Tree(String name, List<Tree> children) {}

    interface Named {

        String getName();
    }

    record Owned(Named owner) {}

    record Deep(List<Map<String, Owned>> owners) {}

    /** A record with a property that is written and never read. */
    record Summary(String name) {

        public Named getOwner() {
            return () -> name;
        }
    }

    record Person(String name) implements Named {

        @Override
        public String getName() {
            return name;
        }
    }

    record Concrete(@JsonDeserialize(as = Person.class) Named owner) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Circle.class))
    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Drawing(
            List<Shape> shapes,
            @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME) Named owner) {}

    @JsonIgnoreProperties("owner")
    static class Ignoring {

        public String name = "";

        public Named owner = () -> name;
    }

    record Nothing() {}

    static class Secret {

        private final String text = "secret";

        @Override
        public String toString() {
            return text.length() + " letters";
        }
    }

    record HoldsSecret(Secret secret) {}

    static final class Made {

        private final String name;

        private Made(String name, int ignored) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    static class NamedReader extends ValueDeserializer<Named> {

        @Override
        public Named deserialize(JsonParser parser, DeserializationContext context) {
            String name = parser.getString();
            return () -> name;
        }
    }

    record IgnoringAComponent(@JsonIgnore Named ignored, int amount) {}

    static final class Acknowledgement {}

    record Lazy(Iterator<String> names) {}
}
