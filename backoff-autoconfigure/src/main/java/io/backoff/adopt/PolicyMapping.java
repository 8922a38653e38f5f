package io.backoff.adopt;

import io.backoff.config.InvalidPropertyException;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.text.NameSuggestion;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The policies of adopted methods: {@code backoff.adopt.policies}. A key is {@code Class.method}, {@code Class} or the
 * name of a Resilience4j instance; the most specific one wins. The class is that of the object, or the interface that
 * declares the method.
 */
final class PolicyMapping {

    private static final String PREFIX = "backoff.adopt.policies.";

    // By the letters of the key: environment variables cannot write capitals.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    private record Entry(String key, String policy) {}

    /**
     * Creates the mapping.
     *
     * @throws InvalidPropertyException if a policy does not exist
     */
    PolicyMapping(Map<String, String> policies, BackoffPolicies known, Environment environment) {
        policies.forEach((key, policy) -> {
            check(key, policy, known, environment);
            entries.put(letters(key), new Entry(key, policy));
        });
    }

    private static void check(String key, String policy, BackoffPolicies known, Environment environment) {
        if (!known.names().contains(policy)) {
            throw InvalidPropertyException.of(
                    environment,
                    PREFIX + "[" + key + "]",
                    policy,
                    "there is no such policy; known policies: " + String.join(", ", new TreeSet<>(known.names())),
                    NameSuggestion.closest(policy, known.names())
                            .map(closest -> "Did you mean '" + closest + "'?")
                            .orElse("Declare 'backoff.policies." + policy + "', or name one of these."));
        }
    }

    /** The policy of a method; {@code null} if it is mapped to none. */
    @Nullable
    String of(Method method, Class<?> targetClass, @Nullable String instance) {
        return keys(method, targetClass, instance)
                .map(key -> entries.get(letters(key)))
                .filter(Objects::nonNull)
                .findFirst()
                .map(this::use)
                .orElse(null);
    }

    private String use(Entry entry) {
        used.add(entry.key);
        return entry.policy;
    }

    private static Stream<String> keys(Method method, Class<?> targetClass, @Nullable String instance) {
        String tag = MethodTag.of(method, targetClass);
        String type = ClassUtils.getUserClass(targetClass).getSimpleName();
        String declaring = method.getDeclaringClass().getSimpleName();
        String owner = tag.substring(0, tag.length() - method.getName().length() - 1);
        return Stream.concat(
                Stream.of(tag, declaring + "." + method.getName(), owner, type, declaring),
                Stream.ofNullable(instance));
    }

    /** The keys that no method has used. */
    Set<String> unused() {
        Set<String> unused = new TreeSet<>();
        entries.values().stream()
                .map(Entry::key)
                .filter(key -> !used.contains(key))
                .forEach(unused::add);
        return unused;
    }

    private static String letters(String key) {
        return key.replaceAll("[^\\p{L}\\p{N}.]", "").toLowerCase(Locale.ROOT);
    }
}
