package io.backoff.messaging;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.WrittenProperties;
import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyUse;
import io.backoff.logging.SpringLogger;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.IntegrationCalls;
import io.backoff.text.NameSuggestion;
import java.lang.System.Logger;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * The listeners of one kind of broker, with their policies from {@code backoff.amqp.listener} and {@code
 * backoff.amqp.listeners.*}, or from the {@code backoff.kafka} properties of the same names.
 */
public final class GovernedListeners implements IntegrationCalls, PolicyUse, StartupLines {

    private static final LogMessage NO_SUCH_LISTENER = LogMessage.warning(
            "'%s' names a policy for '%s' (%s), but no listener has this id, or receives from a queue or topic of "
                    + "this name%s");
    private static final LogMessage NOT_GOVERNED = LogMessage.warning("'%s' does not govern the listener '%s': %s");

    private static final Logger logger = SpringLogger.of(GovernedListeners.class);

    private final MessagingPolicies policies;
    private final String property;
    private final String kind;
    private final @Nullable String policy;
    // Keys are in lower case and without dashes, because environment variables cannot express capitals or dashes.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<GovernedCalls> governed = new CopyOnWriteArrayList<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final Set<String> known = new ConcurrentSkipListSet<>();

    private record Entry(String property, String key, String policy, String origin) {}

    /**
     * Creates an instance for the listeners of a broker.
     *
     * @param property name of the property that contains the policy for all listeners
     * @param kind the kind of listener, for example {@code @RabbitListener}
     * @param policy the policy for all listeners; {@code null} for none
     */
    GovernedListeners(MessagingPolicies policies, String property, String kind, @Nullable String policy) {
        this.policies = policies;
        this.property = property;
        this.kind = kind;
        this.policy = policy;
    }

    /** Sets the policy of one listener, or of the listeners of one queue or topic. */
    void put(String key, String value) {
        Environment environment = policies.environment();
        String map = property + "s";
        Entry entry =
                new Entry(map + "[" + key + "]", key, value, new WrittenProperties(environment).originOfKey(map, key));
        PolicyReference.check(entry.property, value, entry.origin, policies.policies());
        // This method is called for keys with higher precedence first, so an existing entry is kept.
        Entry first = entries.putIfAbsent(letters(key), entry);
        if (first != null && areOfOneSource(map, key, environment)) {
            throw new InvalidPropertyException(
                    entry.property,
                    value,
                    entry.origin,
                    "it names the same listener as '" + first.property + "', whose value is '" + first.policy + "'",
                    "Remove one of them. Capitals, dashes and underscores in the key do not matter.");
        }
    }

    /**
     * Whether one property source spells a key in several ways, which is an error. If several property sources set the
     * key, the value of the source with the highest precedence applies, whatever the spelling.
     */
    private static boolean areOfOneSource(String map, String key, Environment environment) {
        ConfigurationPropertyName parent = ConfigurationPropertyName.of(map);
        for (ConfigurationPropertySource candidate : ConfigurationPropertySources.get(environment)) {
            if (candidate instanceof IterableConfigurationPropertySource source
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

    /** Whether the configuration gives a policy to at least one listener. */
    public boolean areGoverned() {
        return policy != null || !entries.isEmpty();
    }

    /**
     * Applies the configured policy, if any, to a listener. Warns if the policy cannot govern it.
     *
     * @param sources the queues or topics of the listener
     * @param obstacle why no policy can govern the listener; {@code null} if one can
     * @param container configures the listener's container to ask the policy about each failed message
     * @throws InvalidPropertyException if the queues or topics have different policies
     */
    public void govern(
            ListenerName name,
            Collection<String> sources,
            @Nullable String obstacle,
            Consumer<GovernedListener> container) {
        GovernedCalls calls = calls(name, sources);
        if (calls == null) {
            return;
        }
        governed.add(calls);
        if (obstacle == null) {
            container.accept(new GovernedListener(name.tag(), calls, calls.addKeyed(name.bean(), name.tag())));
        } else {
            NOT_GOVERNED.with(calls.property(), name.tag(), obstacle).log(logger);
        }
    }

    private @Nullable GovernedCalls calls(ListenerName name, Collection<String> sources) {
        known.add(name.tag());
        known.addAll(sources);
        Entry entry = find(name, sources);
        if (entry != null) {
            return new GovernedCalls(policies, entry.property, kind, entry.policy, false);
        }
        return policy == null ? null : new GovernedCalls(policies, property, kind, policy, true);
    }

    private @Nullable Entry find(ListenerName name, Collection<String> sources) {
        Entry own = entries.get(letters(name.tag()));
        List<Entry> bySource = sources.stream()
                .map(source -> entries.get(letters(source)))
                .filter(Objects::nonNull)
                .toList();
        Stream.concat(Stream.ofNullable(own), bySource.stream()).forEach(entry -> used.add(entry.key));
        if (own == null) {
            bySource.forEach(entry -> requireSame(bySource.get(0), entry, name));
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
                    "Name the policy under the listener's id instead.");
        }
    }

    @Override
    public Collection<Row> rows() {
        return governed.stream().flatMap(calls -> calls.rows().stream()).toList();
    }

    @Override
    public Collection<String> policies() {
        return Stream.concat(
                        Stream.ofNullable(policy), entries.values().stream().map(Entry::policy))
                .toList();
    }

    @Override
    public List<LogLine> lines() {
        return Stream.concat(GovernedCalls.ifNothing(property, kind, policy != null, rows()).stream(), unused())
                .toList();
    }

    /** Returns a warning for each key that no listener has used. */
    private Stream<LogLine> unused() {
        return entries.values().stream()
                .filter(entry -> !used.contains(entry.key))
                .map(entry -> NO_SUCH_LISTENER.with(property + "s", entry.key, entry.origin, suggestion(entry.key)));
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
