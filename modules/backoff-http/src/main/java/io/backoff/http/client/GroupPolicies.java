package io.backoff.http.client;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
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

    private final Map<String, String> policies;
    private final Environment environment;

    GroupPolicies(Map<String, String> policies, Environment environment) {
        this.policies = new TreeMap<>(policies);
        this.environment = environment;
    }

    boolean isEmpty() {
        return policies.isEmpty();
    }

    /** The policy of a group; {@code null} if the setting does not name the group. */
    @Nullable
    String of(String group) {
        String key = keyOf(group);
        return key == null ? null : policies.get(key);
    }

    // Environment variables can write neither capitals nor dashes.
    private @Nullable String keyOf(String group) {
        return policies.containsKey(group)
                ? group
                : policies.keySet().stream()
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
     * @throws InvalidPropertyException if there is no such group or policy
     */
    void check(Collection<String> groups, BackoffPolicies known) {
        policies.forEach((key, policy) -> {
            if (groups.stream().noneMatch(group -> key.equals(keyOf(group)))) {
                throw unknown(key, new TreeSet<>(groups));
            }
            PolicyReference.check(property(key), policy, origin(key), known);
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

    /** The failure of a group with a method that its policy cannot guard. */
    InvalidPropertyException rejected(String group, InvalidBackoffException failure) {
        String key = keyOf(group);
        InvalidPropertyException rejected = invalid(key == null ? group : key, failure.reason(), failure.remedy());
        rejected.initCause(failure);
        return rejected;
    }

    private InvalidPropertyException invalid(String key, String reason, String remedy) {
        return new InvalidPropertyException(property(key), policies.get(key), origin(key), reason, remedy);
    }

    private static String property(String key) {
        return PROPERTY + "." + key;
    }

    private String origin(String key) {
        return new PropertyOrigins(environment).ofKey(PROPERTY, key);
    }
}
