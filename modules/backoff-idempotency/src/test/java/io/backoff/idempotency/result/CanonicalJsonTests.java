package io.backoff.idempotency.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Keys and comparisons of arguments must not depend on the process that computes them. */
class CanonicalJsonTests {

    private final JacksonCodec codec = new JacksonCodec(JsonMapper.builder().build());

    @Test
    void doesNotChangeWithANewPropertyThatIsUnset() {
        assertThat(codec.canonical(new Later("1", null))).isEqualTo(codec.canonical(new Earlier("1")));
        assertThat(codec.canonical(new Later("1", "x"))).isNotEqualTo(codec.canonical(new Earlier("1")));
    }

    record Earlier(String id) {}

    record Later(String id, @Nullable String note) {}

    /** Otherwise, all orders would have the same key, and get the result of the first. */
    @Test
    void rejectsContentThatIsNotWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.canonical(new Opaque("1")))
                .withMessageContaining("Opaque has no properties that can be written as JSON");
        assertThatIllegalArgumentException().isThrownBy(() -> codec.canonical(List.of(new Opaque("1"))));
        assertThat(codec.canonical(new Marked("1", new Marker()))).isEqualTo("{\"id\":\"1\",\"marker\":{}}");
        assertThat(codec.canonical(List.of("a", "b").iterator())).isEqualTo("[\"a\",\"b\"]");
        assertThat(codec.canonical(new StringBuilder("a"))).isEqualTo("\"a\"");
        assertThat(codec.canonical(new None())).isEqualTo("{}");
    }

    /** In the first call as in later ones. */
    @Test
    void acceptsAbsentContentThatCouldNotBeWritten() {
        for (int i = 0; i < 2; i++) {
            assertThat(codec.canonical(new Transfer("1", null, List.of()))).isEqualTo("{\"id\":\"1\",\"others\":[]}");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.canonical(new Transfer("1", new Opaque("2"), List.of())));
        }
    }

    record Transfer(String id, @Nullable Opaque via, List<Opaque> others) {}

    @Test
    void acceptsHeaders() {
        assertThat(codec.canonical(new Headed(new HttpHeaders()))).contains("\"id\":\"1\"");
    }

    record Headed(String id, HttpHeaders headers) {

        Headed(HttpHeaders headers) {
            this("1", headers);
        }
    }

    static final class Opaque {

        private final String id;

        Opaque(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    record Marked(String id, Marker marker) {}

    static final class Marker {}

    record None() {}

    /** Requests with another password are other requests. */
    @Test
    void hasPropertiesThatAreOnlyRead() {
        assertThat(codec.canonical(new Login("ann", "1"))).isNotEqualTo(codec.canonical(new Login("ann", "2")));
    }

    record Login(
            String name,

            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
            String password) {}

    @Test
    void hasNoReferencesThatAreOnlyRead() {
        Child child = new Child();
        child.name = "ann";
        child.parent = child;
        assertThat(codec.canonical(child)).isEqualTo("{\"name\":\"ann\"}");
    }

    static final class Child {

        public @Nullable String name;

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public @Nullable Child parent;
    }

    /** The places of a set in a value. */
    enum Place {
        ROOT(set -> set),
        ARRAY(set -> new Object[] {set}),
        LIST(List::of),
        SET(Set::of),
        MAP(set -> Map.of("sizes", set)),
        KEYS(set -> index(set).keySet()),
        RECORD(set -> new Order("1", set, List.of(set))),
        COLLECTION(Basket::new);

        private final Function<Set<Size>, Object> around;

        Place(Function<Set<Size>, Object> around) {
            this.around = around;
        }

        private static Map<Size, String> index(Set<Size> sizes) {
            Map<Size, String> index = new LinkedHashMap<>();
            sizes.forEach(size -> index.put(size, size.name()));
            return index;
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNotDependOnTheOrderOfASet(Place place) {
        assertThat(canonical(place.around.apply(ordered(List.of(Size.LARGE, Size.SMALL, Size.MEDIUM)))))
                .isEqualTo(canonical(place.around.apply(ordered(List.of(Size.SMALL, Size.MEDIUM, Size.LARGE)))))
                .contains("SMALL")
                .isNotEqualTo(canonical(place.around.apply(ordered(List.of(Size.SMALL, Size.LARGE)))));
    }

    @Test
    void doesNotDependOnTheKindOfSet() {
        var all = List.of(Size.SMALL, Size.MEDIUM, Size.LARGE);
        for (var set : List.of(Set.copyOf(all), new HashSet<>(all), new TreeSet<>(all), EnumSet.allOf(Size.class))) {
            assertThat(canonical(set)).isEqualTo("[\"LARGE\",\"MEDIUM\",\"SMALL\"]");
        }
    }

    @Test
    void sortsElementsThatCannotBeCompared() {
        var book = new Item("book", Map.of("a", 1, "b", 2));
        var pen = new Item("pen", Map.of());
        assertThat(canonical(ordered(Arrays.asList(pen, null, book))))
                .isEqualTo(canonical(ordered(Arrays.asList(book, pen, null))))
                .isEqualTo("[null,{\"name\":\"book\",\"tags\":{\"a\":1,\"b\":2}},{\"name\":\"pen\",\"tags\":{}}]");
    }

    @Test
    void sortsKeysThatCannotBeCompared() {
        Map<Object, Integer> one = new LinkedHashMap<>();
        Map<Object, Integer> other = new LinkedHashMap<>();
        for (var i = 0; i < 3; i++) {
            one.put(new Point(i), i);
            other.put(new Point(2 - i), 2 - i);
        }
        assertThat(canonical(one)).isEqualTo(canonical(other)).startsWith("{\"Point[x=0]\":0,");
    }

    @Test
    void keepsTheOrderOfListsAndArrays() {
        assertThat(canonical(List.of(2, 1))).isEqualTo("[2,1]");
        assertThat(canonical(Set.of(List.of(2, 1)))).isEqualTo("[[2,1]]");
        assertThat(canonical(Map.of("a", new int[] {2, 1}))).isEqualTo("{\"a\":[2,1]}");
    }

    @Test
    void sortsProperties() {
        assertThat(canonical(new Order("1", Set.of(), List.of()))).isEqualTo("{\"all\":[],\"id\":\"1\",\"sizes\":[]}");
        assertThat(canonical(null)).isEqualTo("null");
        assertThat(canonical(new HashMap<>(Map.of("b", 1.5, "a", new byte[] {1}))))
                .isEqualTo("{\"a\":\"AQ==\",\"b\":1.5}");
    }

    @Test
    void writesSetsAsTheApplicationsMapperDoes() {
        var own = new JacksonCodec(JsonMapper.builder()
                .disable(SerializationFeature.WRITE_EMPTY_JSON_ARRAYS)
                .addModule(new SimpleModule().addSerializer(Text.class, new ToStringSerializer(Text.class)))
                .build());
        assertThat(own.canonical(new Basket(Set.of()))).isEqualTo("{}");
        assertThat(own.canonical(new Text("b", "a"))).isEqualTo("\"[b, a]\"");
    }

    @Test
    void namesTheTypesOfTheApplicationsMapper() {
        var typed = new JacksonCodec(JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build());
        assertThat(typed.canonical(ordered(List.of(2, 1))))
                .isEqualTo(typed.canonical(ordered(List.of(1, 2))))
                .isEqualTo("[\"java.util.LinkedHashSet\",[1,2]]");
    }

    private String canonical(@Nullable Object value) {
        return codec.canonical(value);
    }

    private static <T extends @Nullable Object> Set<T> ordered(List<T> elements) {
        return new LinkedHashSet<>(elements);
    }

    enum Size {
        SMALL,
        MEDIUM,
        LARGE
    }

    record Order(String id, Set<Size> sizes, List<Set<Size>> all) {}

    record Basket(Collection<Size> sizes) {}

    record Item(String name, Map<String, Integer> tags) {}

    record Point(int x) {}

    /** A set with a representation of its own. */
    static final class Text extends AbstractSet<String> {

        private final List<String> parts;

        Text(String... parts) {
            this.parts = List.of(parts);
        }

        @Override
        public Iterator<String> iterator() {
            return parts.iterator();
        }

        @Override
        public int size() {
            return parts.size();
        }
    }
}
