package io.backoff.http.client;

import io.backoff.client.GroupProperties;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyFormat;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.WrittenProperties;
import io.backoff.config.change.PolicyReference;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicies;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** The policies of HTTP service groups: {@code backoff.http.client.groups}. */
final class GroupPolicies {

    private static final String PROPERTY = "backoff.http.client.groups";

    private final Map<String, GroupProperties> groups;
    private final boolean idempotencyKeys;
    private final Environment environment;

    /**
     * Creates the policies.
     *
     * @param idempotencyKeys whether POST and PATCH requests carry an idempotency key
     */
    GroupPolicies(Map<String, GroupProperties> groups, boolean idempotencyKeys, Environment environment) {
        this.idempotencyKeys = idempotencyKeys;
        this.groups = new TreeMap<>(groups);
        this.environment = environment;
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Returns the settings of a group; {@code null} if there are none. */
    @Nullable
    GroupProperties of(String group) {
        String key = keyOf(group);
        return key == null ? null : groups.get(key);
    }

    /** Whether POST and PATCH requests carry an idempotency key. */
    boolean sendsIdempotencyKeys() {
        return idempotencyKeys;
    }

    /** Resolves the placeholders in a text. */
    String resolve(String text) {
        return environment.resolvePlaceholders(text);
    }

    // Case, dashes and underscores do not matter, because environment variables cannot express case and dashes.
    private @Nullable String keyOf(String group) {
        return groups.containsKey(group)
                ? group
                : groups.keySet().stream()
                        .filter(key -> letters(key).equals(letters(group)))
                        .findFirst()
                        .orElse(null);
    }

    private static String letters(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Checks the names of the groups and of their policies.
     *
     * @throws InvalidPropertyException if a group or a policy does not exist, or if a group has no policy
     */
    void check(Collection<String> existing, BackoffPolicies known) {
        groups.forEach((key, group) -> {
            if (existing.stream().noneMatch(name -> key.equals(keyOf(name)))) {
                throw unknown(key, new TreeSet<>(existing));
            }
            if (group.policy() == null) {
                throw new InvalidPropertyException(
                        property(key) + ".key",
                        PropertyFormat.of(group.key()),
                        new WrittenProperties(environment).originOfKey(PROPERTY, key + ".key"),
                        "the group has no policy, so nothing is retried",
                        "Name a policy in '" + property(key) + ".policy'.");
            }
            PolicyReference.check(property(key), group.policy(), origin(key), known);
        });
    }

    private InvalidPropertyException unknown(String key, Collection<String> groups) {
        return invalid(
                key,
                "there is no such HTTP service group; known groups: " + String.join(", ", groups),
                NameSuggestion.closest(key, groups)
                        .map(closest -> "Did you mean the group '" + closest + "'?")
                        .orElse("Name one of these, or import the group with @ImportHttpServices."));
    }

    /** Creates the exception for a group that has a method which the policy cannot guard. */
    InvalidPropertyException rejected(String group, InvalidBackoffException failure) {
        String key = keyOf(group);
        InvalidPropertyException rejected = invalid(key == null ? group : key, failure.reason(), failure.remedy());
        rejected.initCause(failure);
        return rejected;
    }

    private InvalidPropertyException invalid(String key, String reason, String remedy) {
        GroupProperties group = groups.get(key);
        String value = group == null ? null : group.policy();
        return new InvalidPropertyException(property(key), value, origin(key), reason, remedy);
    }

    /** Returns the name of a group's property. Its value is a policy name, unless it has sub-properties. */
    static String property(String key) {
        return PROPERTY + "." + key;
    }

    private String origin(String key) {
        WrittenProperties written = new WrittenProperties(environment);
        String ofGroup = written.originOfKey(PROPERTY, key);
        return ofGroup.equals(PropertyOrigins.UNKNOWN) ? written.originOfKey(PROPERTY, key + ".policy") : ofGroup;
    }
}
