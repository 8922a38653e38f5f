package io.backoff.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

/** An optional module of the library, with the properties that need it. */
public enum FeatureModule {
    ADOPT("adopt.BackoffAdoptAutoConfiguration"),
    GRPC("grpc.BackoffGrpcAutoConfiguration"),
    HTTP("http.client.BackoffHttpClientAutoConfiguration"),
    IDEMPOTENCY("idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration"),
    MESSAGING("amqp.BackoffAmqpAutoConfiguration"),
    REDELIVERY("redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration");

    private final String type;
    private final boolean present;

    FeatureModule(String type) {
        this.type = "io.backoff." + type;
        this.present = ClassUtils.isPresent(this.type, FeatureModule.class.getClassLoader());
    }

    /** The class by which the module is detected on the class path. */
    public String type() {
        return type;
    }

    public boolean isPresent() {
        return present;
    }

    /** The name of the artifact, for example {@code backoff-adopt}. */
    public String artifact() {
        return "backoff-" + name().toLowerCase(Locale.ROOT);
    }

    /**
     * The properties of all modules. The list contains complete keys instead of prefixes, because an environment
     * variable with the prefix of a module, such as {@code BACKOFF_KAFKA_URL}, may belong to another program.
     */
    public static final List<Keys> KEYS = List.of(
            new Keys("backoff.adopt", List.of("mode", "policies.*"), ADOPT),
            new Keys("backoff.amqp", List.of("listener", "listeners.*", "template", "drop"), MESSAGING),
            new Keys("backoff.http.client", List.of("groups.*", "idempotency-key"), HTTP),
            new Keys("backoff.http.client", List.of("enabled", "attempt-header", "disable-client-retries"), HTTP, GRPC),
            new Keys(
                    "backoff.http.server",
                    List.of("enabled", "trusted.*", "no-retry-share", "no-retry-rejection-ratio", "window"),
                    HTTP,
                    GRPC),
            new Keys("backoff.idempotency", List.of("store", "ttl", "lease", "max-result-size"), IDEMPOTENCY),
            new Keys("backoff.idempotency.jdbc", List.of("mode", "initialize-schema"), IDEMPOTENCY),
            new Keys("backoff.kafka", List.of("listener", "listeners.*", "drop"), MESSAGING),
            new Keys(
                    "backoff.modulith",
                    List.of("policy", "poll-interval", "stale-after", "initialize-schema"),
                    MESSAGING),
            new Keys("backoff.redelivery", List.of("initialize-schema", "dead-letter-retention"), REDELIVERY));

    /** The suffix of a key that is a map or a list. */
    private static final String ENTRIES = ".*";

    /**
     * Properties that the same modules read.
     *
     * @param prefix the common prefix
     * @param modules the modules that read these properties; the properties are valid if one of the modules is present
     */
    public record Keys(ConfigurationPropertyName prefix, List<String> keys, List<FeatureModule> modules) {

        private Keys(String prefix, List<String> keys, FeatureModule... modules) {
            this(ConfigurationPropertyName.of(prefix), keys, List.of(modules));
        }

        public Stream<ConfigurationPropertyName> names() {
            return keys.stream().map(this::name);
        }

        private ConfigurationPropertyName name(String key) {
            return prefix.append(key.replace(ENTRIES, ""));
        }

        private Stream<ConfigurationProperty> written(WrittenProperties all) {
            return keys.stream().flatMap(key -> all.at(name(key), key.endsWith(ENTRIES)));
        }
    }

    /**
     * Rejects properties of modules that are not on the class path, because these properties would have no effect.
     *
     * @throws InvalidPropertyException for the first such property
     */
    public static void check(WrittenProperties written) {
        unused().forEach(keys -> keys.written(written).findFirst().ifPresent(property -> {
            throw new InvalidPropertyException(property, rejection(keys.modules));
        }));
    }

    /** Returns the missing modules to which an unknown, perhaps misspelled key belongs; empty if there are none. */
    public static List<FeatureModule> missing(ConfigurationPropertyName name) {
        return unused().filter(module -> module.prefix.equals(name) || module.prefix.isAncestorOf(name))
                .filter(module -> !PropertyKeys.FEATURES.containsKey(module.prefix))
                .findFirst()
                .map(Keys::modules)
                .orElse(List.of());
    }

    private static Stream<Keys> unused() {
        return KEYS.stream().filter(keys -> keys.modules.stream().noneMatch(FeatureModule::isPresent));
    }

    /** Returns the rejection of a property that needs one of these modules. */
    public static RejectionReason rejection(Collection<FeatureModule> modules) {
        return new RejectionReason(
                "it needs "
                        + modules.stream().map(FeatureModule::artifact).collect(Collectors.joining(" or "))
                        + (modules.size() == 1
                                ? ", which is not on the class path"
                                : ", which are not on the class path"),
                modules.stream()
                        .map(module -> "'io.backoff:" + module.artifact() + "'")
                        .collect(Collectors.joining(" or ", "Add the dependency ", ", or remove the property.")));
    }
}
