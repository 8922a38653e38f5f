package io.backoff.adopt;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.WrittenProperties;
import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyUse;
import io.backoff.method.InterfaceMethods;
import io.backoff.policy.BackoffPolicies;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The policies of adopted methods: {@code backoff.adopt.policies}. A key is {@code Class.method}, {@code Class} or the
 * name of a Resilience4j instance; the most specific key wins. {@code Class} is the class of the object, or the
 * superclass or interface that declares the method.
 */
final class PolicyMapping implements PolicyUse {

    private static final String PROPERTY = "backoff.adopt.policies";

    // Keys are in lower case, because environment variables cannot express capitals.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    private record Entry(String key, String policy, String origin) {}

    /**
     * Creates the mapping.
     *
     * @throws InvalidPropertyException if a policy does not exist
     */
    PolicyMapping(Map<String, String> policies, BackoffPolicies known, Environment environment) {
        policies.forEach((key, policy) -> {
            Entry entry = new Entry(key, policy, new WrittenProperties(environment).originOfKey(PROPERTY, key));
            PolicyReference.check(PROPERTY + "[" + key + "]", policy, entry.origin, known);
            // Keys come in order of precedence, so the first of several equal ones wins.
            entries.putIfAbsent(letters(key), entry);
        });
    }

    @Override
    public Collection<String> policies() {
        return entries.values().stream().map(Entry::policy).toList();
    }

    /** Returns the policy of a method; {@code null} if none is mapped to it. */
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
        List<String> types = types(method, ClassUtils.getUserClass(targetClass));
        return Stream.of(
                        types.stream().map(type -> type + "." + method.getName()),
                        types.stream(),
                        Stream.ofNullable(instance))
                .flatMap(names -> names);
    }

    /** Returns the class, followed by the superclass or interface that declares the method. */
    private static List<String> types(Method method, Class<?> type) {
        Stream<Class<?>> interfaces = Stream.of(ClassUtils.getAllInterfacesForClass(type))
                .filter(implemented -> InterfaceMethods.implementedBy(method, type, implemented) != null);
        return Stream.concat(Stream.of(type, method.getDeclaringClass()), interfaces)
                .map(Class::getSimpleName)
                .distinct()
                .toList();
    }

    /** Returns the keys that no method has used, with their origins. */
    Map<String, String> unused() {
        Map<String, String> unused = new TreeMap<>();
        entries.values().stream()
                .filter(entry -> !used.contains(entry.key))
                .forEach(entry -> unused.put(entry.key, entry.origin));
        return unused;
    }

    private static String letters(String key) {
        return key.replaceAll("[^\\p{L}\\p{N}.]", "").toLowerCase(Locale.ROOT);
    }
}
