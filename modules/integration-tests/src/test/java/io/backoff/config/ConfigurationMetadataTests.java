package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.GrpcStatus;
import io.backoff.config.policy.BuiltInPolicies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlMapFactoryBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

/** The metadata for editors matches the properties. */
class ConfigurationMetadataTests {

    private static final String POLICY = "backoff.policies.*.";
    private static final String BUDGET = "backoff.budgets.*.";
    private static final Map<String, Map<String, Object>> PROPERTIES = byName("properties");
    private static final Map<String, Map<String, Object>> HINTS = byName("hints");

    @Test
    void describesEveryKeyAndNoOther() {
        Set<String> keys = new TreeSet<>();
        PropertyKeys.leaves().forEach(key -> keys.add(key.toString()));
        keys.addAll(names(POLICY, PolicyProperties.class));
        keys.addAll(names(BUDGET, BudgetProperties.class));

        assertThat(PROPERTIES.keySet())
                .filteredOn(name -> name.startsWith("backoff.")) // The others belong to every Actuator endpoint.
                .containsExactlyElementsOf(keys);
    }

    @ParameterizedTest
    @MethodSource("properties")
    void describesIt(Map<String, Object> property) {
        assertThat(property.get("description").toString()).hasSizeGreaterThan(5).endsWith(".");
        assertThat(property.get("type").toString()).isNotEmpty();
    }

    @Test
    void knowsTheTypesOfFields() {
        typesOf(POLICY, PolicyProperties.class);
        typesOf(BUDGET, BudgetProperties.class);
    }

    @Test
    void knowsTheRealDefaultsOfAllElse() {
        Map<String, Object> stated = new TreeMap<>();
        PROPERTIES.forEach((name, property) -> {
            if (name.startsWith("backoff.") && !name.contains("*") && property.containsKey("defaultValue")) {
                // The annotation processor writes lists as Java prints them.
                stated.put(name, property.get("defaultValue").toString().replaceAll("[\\[\\]]", ""));
            }
        });
        assertThat(stated).hasSizeGreaterThan(20);

        assertThat(bound(stated)).isEqualTo(bound(Map.of()));
    }

    @Test
    void knowsTheRealDefaultsOfPolicies() {
        Map<String, Setting> defaults = BuiltInPolicies.DEFAULTS.fields();
        assertThat(SettingsGroup.POLICIES.fields()).containsSubsequence(defaults.keySet());
        for (String field : SettingsGroup.POLICIES.fields()) {
            Object stated = PROPERTIES.get(POLICY + field).get("defaultValue");
            switch (field) {
                case "preset", "budget", "max-retries" -> assertThat(stated).isNull();
                case "extends" -> assertThat(stated).isEqualTo(SettingsGroup.DEFAULT);
                default ->
                    assertThat(bound(field, stated))
                            .isEqualTo(defaults.get(field).value());
            }
        }
    }

    @Test
    void knowsTheRealDefaultsOfBudgets() {
        BudgetProperties limits = BudgetProperties.BUILT_IN;
        assertThat(defaultOf(BUDGET + "ratio")).isEqualTo(limits.ratio());
        assertThat(defaultOf(BUDGET + "burst")).hasToString("" + limits.burst());
        assertThat(defaultOf(BUDGET + "min-per-second")).isEqualTo(limits.minPerSecond());
        assertThat(defaultOf(BUDGET + "deposit-on")).isEqualTo(PropertyFormat.of(limits.depositOn()));
    }

    @ParameterizedTest
    @MethodSource("enums")
    void hintsAtTheValuesOfEnums(String property, Class<? extends Enum<?>> type) {
        List<Map<String, Object>> values = list(HINTS.get(property).get("values"));

        assertThat(values)
                .extracting(each -> each.get("value"))
                .containsExactlyElementsOf(Arrays.stream(type.getEnumConstants())
                        .map(PropertyFormat::of)
                        .toList());
        assertThat(values)
                .allSatisfy(each -> assertThat(each.get("description").toString())
                        .hasSizeGreaterThan(5)
                        .endsWith("."));
    }

    @ParameterizedTest
    @CsvSource({"retry-on", "abort-on"})
    void completesTheNamesOfExceptions(String field) {
        Map<String, Object> provider =
                list(HINTS.get(POLICY + field).get("providers")).get(0);

        assertThat(provider).containsEntry("name", "class-reference");
        assertThat(provider.get("parameters")).asString().contains("java.lang.Throwable");
    }

    @Test
    void hintsAtTheStatusesOfGrpc() {
        List<Map<String, Object>> values =
                list(HINTS.get(POLICY + "retry-on-grpc-status").get("values"));

        assertThat(values)
                .extracting(each -> each.get("value"))
                .containsExactlyElementsOf(
                        Arrays.stream(GrpcStatus.values()).map(Enum::name).toList());
    }

    @Test
    void hintsAtNothingElse() {
        Set<String> hinted = enums().map(each -> each[0].toString()).collect(Collectors.toCollection(TreeSet::new));
        hinted.addAll(List.of(
                POLICY + "retry-on",
                POLICY + "abort-on",
                POLICY + "retry-on-grpc-status",
                "backoff.adopt.policies.values",
                "backoff.http.client.groups.values"));

        assertThat(HINTS.keySet()).containsExactlyElementsOf(hinted);
        assertThat(PROPERTIES.keySet())
                .containsAll(HINTS.keySet().stream()
                        .map(name -> name.replaceFirst("\\.values$", ""))
                        .toList());
    }

    private static List<Object> bound(Map<String, Object> properties) {
        Binder binder = new Binder(new MapConfigurationPropertySource(properties));
        return PropertyKeys.records().entrySet().stream()
                .<Object>map(each -> binder.bindOrCreate(each.getKey().toString(), each.getValue()))
                .toList();
    }

    static Stream<Map<String, Object>> properties() {
        return PROPERTIES.values().stream();
    }

    static Stream<Object[]> enums() {
        return Stream.of(
                        "backoff.advice-mode",
                        "backoff.nested",
                        "backoff.adopt.mode",
                        "backoff.transactions",
                        "backoff.deadlines",
                        "backoff.http.client.attempt-header",
                        "backoff.idempotency.store",
                        "backoff.idempotency.jdbc.mode",
                        "backoff.idempotency.jdbc.initialize-schema",
                        POLICY + "preset",
                        POLICY + "strategy",
                        POLICY + "cap",
                        POLICY + "jitter",
                        BUDGET + "deposit-on")
                .map(property -> new Object[] {property, typeOf(property)});
    }

    // The records of features are package-private.
    private static Class<?> typeOf(String property) {
        return ClassUtils.resolveClassName(PROPERTIES.get(property).get("type").toString(), null);
    }

    private static List<String> names(String prefix, Class<?> record) {
        return PropertyField.of(record).stream()
                .map(field -> prefix + field.name())
                .toList();
    }

    private static void typesOf(String prefix, Class<?> record) {
        PropertyField.of(record)
                .forEach(field -> assertThat(PROPERTIES.get(prefix + field.name()))
                        .containsEntry("type", written(field.type().getType().getTypeName())));
    }

    // Users write the names of classes and groups.
    private static String written(String type) {
        return type.replace(FailureName.class.getName(), String.class.getName());
    }

    // Binds a default as if it were configured.
    private static Object bound(String field, Object stated) {
        String text = stated instanceof List<?> entries
                ? entries.stream().map(Object::toString).collect(Collectors.joining(","))
                : stated.toString();
        PolicyProperties bound = new Binder(new MapConfigurationPropertySource(Map.of("a." + field, text)))
                .bind("a", PolicyProperties.class)
                .get();
        return Settings.of(PolicyProperties.class, bound, name -> "").get(field).value();
    }

    private static Object defaultOf(String property) {
        return PROPERTIES.get(property).get("defaultValue");
    }

    private static Map<String, Map<String, Object>> byName(String section) {
        Map<String, Map<String, Object>> byName = new TreeMap<>();
        for (Map<String, Object> module : modules()) {
            for (Map<String, Object> each : list(module.getOrDefault(section, List.of()))) {
                if (each.get("name").toString().startsWith("backoff")) {
                    assertThat(byName.put(each.get("name").toString(), each))
                            .as("duplicate")
                            .isNull();
                }
            }
        }
        return byName;
    }

    /** The metadata of each jar on the class path. */
    private static List<Map<String, Object>> modules() {
        try {
            return Stream.of(new PathMatchingResourcePatternResolver()
                            .getResources("classpath*:META-INF/spring-configuration-metadata.json"))
                    .map(ConfigurationMetadataTests::parse)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, Object> parse(Resource file) {
        try {
            YamlMapFactoryBean parser = new YamlMapFactoryBean();
            // JSON is YAML, except for one escape sequence.
            String json = file.getContentAsString(StandardCharsets.UTF_8).replace("\\/", "/");
            parser.setResources(new ByteArrayResource(json.getBytes(StandardCharsets.UTF_8)));
            return parser.getObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @SuppressWarnings("unchecked") // The parser returns this for an array of objects.
    private static List<Map<String, Object>> list(Object value) {
        return new ArrayList<>((List<Map<String, Object>>) value);
    }
}
