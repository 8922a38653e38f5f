package io.backoff.config.source;

import static io.backoff.config.FeatureModule.ADOPT;
import static io.backoff.config.FeatureModule.GRPC;
import static io.backoff.config.FeatureModule.HTTP;
import static io.backoff.config.FeatureModule.IDEMPOTENCY;
import static io.backoff.config.FeatureModule.MESSAGING;
import static io.backoff.config.FeatureModule.REDELIVERY;

import io.backoff.config.FeatureModule;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.PropertyRecord;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Rejects properties of modules that are not on the class path, because they would have no effect. */
final class MissingModules {

    /**
     * The keys one by one: an environment variable that only begins like a key, such as {@code BACKOFF_KAFKA_URL}, may
     * belong to another program.
     */
    static final List<Keys> KEYS = List.of(
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

    private MissingModules() {}

    /**
     * The properties of modules.
     *
     * @param prefix the common prefix
     * @param modules the modules that read them, of which one is enough
     */
    record Keys(ConfigurationPropertyName prefix, List<String> keys, List<FeatureModule> modules) {

        private Keys(String prefix, List<String> keys, FeatureModule... modules) {
            this(ConfigurationPropertyName.of(prefix), keys, List.of(modules));
        }

        Stream<ConfigurationPropertyName> names() {
            return keys.stream().map(this::name);
        }

        private ConfigurationPropertyName name(String key) {
            return prefix.append(key.replace(ENTRIES, ""));
        }

        private Stream<ConfigurationProperty> written(WrittenProperties all) {
            return keys.stream().flatMap(key -> all.at(name(key), key.endsWith(ENTRIES)));
        }

        private boolean areUnused() {
            return modules.stream().noneMatch(FeatureModule::isPresent);
        }

        private InvalidPropertyException rejection(ConfigurationProperty property) {
            return new InvalidPropertyException(
                    property.getName().toString(),
                    property.getValue(),
                    PropertyOrigins.describe(property.getOrigin()),
                    FeatureModule.absence(modules),
                    FeatureModule.remedy(modules));
        }
    }

    /**
     * Validates the properties of all sources.
     *
     * @throws InvalidPropertyException if one belongs to a missing module
     */
    static void check(WrittenProperties written) {
        unused().forEach(each -> each.written(written).findFirst().ifPresent(property -> {
            throw each.rejection(property);
        }));
    }

    /** Returns the missing modules of an unknown key, even if it is misspelled; empty if it belongs to none. */
    static List<FeatureModule> of(ConfigurationPropertyName name) {
        return unused().filter(each -> each.prefix.equals(name) || each.prefix.isAncestorOf(name))
                .filter(each -> PropertyRecord.FEATURES.stream()
                        .noneMatch(known -> known.prefix().equals(each.prefix)))
                .findFirst()
                .map(Keys::modules)
                .orElse(List.of());
    }

    private static Stream<Keys> unused() {
        return KEYS.stream().filter(Keys::areUnused);
    }
}
