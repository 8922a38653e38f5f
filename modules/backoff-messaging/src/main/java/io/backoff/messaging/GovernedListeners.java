package io.backoff.messaging;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyOrigins;
import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.PolicyUse;
import io.backoff.engine.execution.Engine;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.GuardedCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The listeners of one kind of broker, with the policies that {@code backoff.amqp.listener} and
 * {@code backoff.amqp.listeners.*}, or those for Kafka, name for them.
 */
public final class GovernedListeners implements GuardedCalls, PolicyUse, StartupLines {

    private static final LogMessage NO_SUCH_LISTENER = LogMessage.warning(
            "'%s' names a policy for '%s' (%s), but no listener has this id, and none receives from it%s");
    /** The warning about a listener that cannot be governed: the property, the listener, the reason. */
    public static final LogMessage NOT_GOVERNED = LogMessage.warning("'%s' does not govern the listener '%s': %s");

    private final String property;
    private final @Nullable String policy;
    // By the letters of the key: environment variables cannot write capitals.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final PolicyStore store;
    private final BackoffPolicies policies;
    private final Supplier<Engine> engine;
    private final List<GovernedCalls> governed = new CopyOnWriteArrayList<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final Set<String> known = new ConcurrentSkipListSet<>();

    private record Entry(String property, String key, String policy, String origin) {}

    private GovernedListeners(
            String property,
            @Nullable String policy,
            PolicyStore store,
            BackoffPolicies policies,
            Supplier<Engine> engine) {
        this.property = property;
        this.policy = policy;
        this.store = store;
        this.policies = policies;
        this.engine = engine;
    }

    /**
     * Creates the listeners of a broker.
     *
     * @param prefix for example {@code backoff.amqp}
     * @param policy value of its {@code listener}; {@code null} or empty if that is not set
     * @param listeners values of its {@code listeners}, by the id of a listener or by what it receives from
     * @throws InvalidPropertyException if a policy does not exist
     */
    public static GovernedListeners of(
            String prefix,
            @Nullable String policy,
            Map<String, String> listeners,
            PolicyStore store,
            BackoffPolicies policies,
            Supplier<Engine> engine,
            Environment environment) {
        String property = prefix + ".listener";
        String common = StringUtils.hasText(policy) ? policy : null;
        if (common != null) {
            PolicyReference.of(property, common, policies, environment);
        }
        GovernedListeners created = new GovernedListeners(property, common, store, policies, engine);
        listeners.forEach((key, value) -> created.put(key, value, environment));
        return created;
    }

    private void put(String key, String value, Environment environment) {
        String map = property + "s";
        Entry entry = new Entry(map + "[" + key + "]", key, value, new PropertyOrigins(environment).ofKey(map, key));
        PolicyReference.check(entry.property, value, entry.origin, policies);
        // The entry of the stronger source comes first.
        Entry first = entries.putIfAbsent(letters(key), entry);
        if (first != null && areOfOneSource(map, key, environment)) {
            throw new InvalidPropertyException(
                    entry.property,
                    value,
                    entry.origin,
                    "it names the same listener as '" + first.property + "', whose value is '" + first.policy + "'",
                    "Remove one of them. Capitals, dashes and underscores of the key do not matter.");
        }
    }

    /** Whether one source has several spellings of a key. A stronger one, such as the environment, may have its own. */
    private static boolean areOfOneSource(String map, String key, Environment environment) {
        ConfigurationPropertyName parent = ConfigurationPropertyName.of(map);
        for (ConfigurationPropertySource each : ConfigurationPropertySources.get(environment)) {
            if (each instanceof IterableConfigurationPropertySource source
                    && source.stream()
                                    .filter(parent::isParentOf)
                                    .map(name -> name.getLastElement(ConfigurationPropertyName.Form.ORIGINAL))
                                    .filter(spelling -> letters(spelling).equals(letters(key)))
                                    .count()
                            > 1) {
                return true;
            }
        }
        return false;
    }

    /** Whether any listener may be governed. */
    public boolean areGoverned() {
        return policy != null || !entries.isEmpty();
    }

    /**
     * The calls of one listener; {@code null} if no policy governs it.
     *
     * @param sources the queues or topics that it receives from
     * @throws InvalidPropertyException if these have several policies
     */
    public @Nullable GovernedCalls of(ListenerName name, Collection<String> sources) {
        known.add(name.tag());
        known.addAll(sources);
        Entry entry = find(name, sources);
        if (entry == null && policy == null) {
            return null;
        }
        GovernedCalls calls = entry == null
                ? GovernedCalls.withOwnBudgets(property, policy(), store, policies, engine)
                : new GovernedCalls(entry.property, entry.policy, policies, engine);
        governed.add(calls);
        return calls;
    }

    private @Nullable Entry find(ListenerName name, Collection<String> sources) {
        Entry own = entries.get(letters(name.tag()));
        List<Entry> bySource = sources.stream()
                .map(each -> entries.get(letters(each)))
                .filter(Objects::nonNull)
                .toList();
        Stream.concat(Stream.ofNullable(own), bySource.stream()).forEach(each -> used.add(each.key));
        if (own == null) {
            bySource.forEach(each -> requireSame(bySource.get(0), each, name));
        }
        return own != null || bySource.isEmpty() ? own : bySource.get(0);
    }

    private static void requireSame(Entry one, Entry other, ListenerName name) {
        if (!other.policy.equals(one.policy)) {
            throw new InvalidPropertyException(
                    other.property,
                    other.policy,
                    other.origin,
                    "the listener '" + name.tag() + "' also receives from '" + one.key + "', for which '" + one.property
                            + "' names the policy '" + one.policy + "'",
                    "Name the policy under the id of the listener.");
        }
    }

    private String policy() {
        return Objects.requireNonNull(policy, "'policy' must not be null");
    }

    @Override
    public Collection<Row> rows() {
        return governed.stream().flatMap(each -> each.rows().stream()).toList();
    }

    @Override
    public Collection<String> policies() {
        return Stream.concat(
                        Stream.ofNullable(policy), entries.values().stream().map(Entry::policy))
                .toList();
    }

    @Override
    public List<LogLine> lines() {
        return Stream.concat(GovernedCalls.ifNothing(property, policy != null, rows()).stream(), unused())
                .toList();
    }

    /** A warning for each key that no listener has used. */
    private Stream<LogLine> unused() {
        return entries.values().stream()
                .filter(each -> !used.contains(each.key))
                .map(each -> NO_SUCH_LISTENER.with(property + "s", each.key, each.origin, suggestion(each.key)));
    }

    private String suggestion(String key) {
        return NameSuggestion.closest(key, known)
                .map(closest -> ". Did you mean '" + closest + "'?")
                .orElse("");
    }

    private static String letters(String key) {
        return key.replaceAll("[^\\p{L}\\p{N}.]", "").toLowerCase(Locale.ROOT);
    }
}
