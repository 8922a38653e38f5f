package io.backoff.config.source;

import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The name of an environment variable, in which a dash, an underscore and a dot look alike. It is a key if any reading
 * of it is one, and misspelled if any reading is close to one. All other names, such as {@code BACKOFF_LIMIT} and the
 * variables of a Kubernetes service named {@code backoff}, are left to other programs.
 */
final class VariableName {

    private static final String PREFIX = "backoff_";

    /**
     * The variables that Kubernetes sets in each container for a service, here for one whose name begins with
     * {@code backoff}.
     */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(service_host|service_port(_.+)?|port(_\\d+_(tcp|udp|sctp)(_(proto|port|addr))?)?)");

    /** The number of letters per tolerated misspelling. */
    private static final int LETTERS_PER_ERROR = 4;

    private final List<String> parts;

    private VariableName(List<String> parts) {
        this.parts = parts;
    }

    /** The misspelled property that the variable stands for; empty if it is a key or belongs to another program. */
    static Optional<ConfigurationPropertyName> misspelled(String variable) {
        return parse(variable).flatMap(VariableName::misspelled);
    }

    /**
     * Whether the variable begins with {@code BACKOFF_}, but is neither a key, nor close to one, nor a service link.
     */
    static boolean isUnknown(String variable) {
        return !SERVICE_LINK.matcher(variable.toLowerCase(Locale.ROOT)).matches()
                && parse(variable)
                        .filter(name -> !name.isKey() && name.misspelled().isEmpty())
                        .isPresent();
    }

    /**
     * The corrected form of a variable with underscores in the name of its policy or budget, which is not bound:
     * {@code BACKOFF_POLICIES_CARD_PAYMENTS_DELAY} becomes {@code BACKOFF_POLICIES_CARDPAYMENTS_DELAY}.
     */
    static Optional<String> joinedEntry(String variable) {
        return parse(variable).flatMap(VariableName::joinedEntry).map(start -> start + index(variable));
    }

    private Optional<String> joinedEntry() {
        return group().filter(group -> parts.size() > 3)
                .map(group -> uniform(group.fields()))
                .filter(fields -> !fields.contains(joined(2, parts.size())))
                .flatMap(this::joinedBefore);
    }

    private Optional<String> joinedBefore(List<String> fields) {
        return IntStream.range(3, parts.size())
                .filter(i -> fields.contains(joined(i, parts.size())))
                .mapToObj(i -> PREFIX + parts.get(0) + "_" + joined(1, i) + "_" + joined(i, parts.size()))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .findFirst();
    }

    private static String index(String variable) {
        return variable.replaceFirst("^.*?((_+\\d*)*)$", "$1");
    }

    private static Optional<VariableName> parse(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        List<String> parts = withoutIndex(name.substring(PREFIX.length()).split("_+"));
        return parts.isEmpty() ? Optional.empty() : Optional.of(new VariableName(parts));
    }

    private static List<String> withoutIndex(String... all) {
        List<String> parts = new ArrayList<>(Arrays.asList(all));
        while (!parts.isEmpty() && parts.get(parts.size() - 1).matches("\\d*")) {
            parts.remove(parts.size() - 1);
        }
        return parts;
    }

    private boolean isKey() {
        Optional<SettingsGroup> group = group();
        if (group.isPresent()) {
            return endsWith(uniform(group.get().fields()));
        }
        List<String> maps = uniform(maps("", PropertyKeys.ROOT));
        return uniform(leaves("", PropertyKeys.ROOT)).contains(joined(0, parts.size()))
                || IntStream.range(1, parts.size()).anyMatch(i -> maps.contains(joined(0, i)));
    }

    private Optional<ConfigurationPropertyName> misspelled() {
        Optional<SettingsGroup> group = group();
        if (group.isPresent()) {
            return ofEntry(group.get());
        }
        return Arrays.stream(SettingsGroup.values())
                .flatMap(each -> ofSection(each).stream())
                .findFirst()
                .or(this::ofSingleKey);
    }

    /** The group that the name begins with. */
    private Optional<SettingsGroup> group() {
        return Arrays.stream(SettingsGroup.values())
                .filter(each -> each.prefix().equals("backoff." + parts.get(0)))
                .findFirst();
    }

    /** The property if a field of a policy or a budget is misspelled. */
    private Optional<ConfigurationPropertyName> ofEntry(SettingsGroup group) {
        List<String> fields = uniform(group.fields());
        if (endsWith(fields)) {
            return Optional.empty();
        }
        return IntStream.range(2, parts.size())
                .filter(i -> isClose(joined(i, parts.size()), fields))
                .mapToObj(i -> name(group.prefix() + "." + joinedByDashes(1, i) + "." + joined(i, parts.size())))
                .findFirst();
    }

    /** The property if {@code policies} or {@code budgets} is misspelled, and the field is not. */
    private Optional<ConfigurationPropertyName> ofSection(SettingsGroup group) {
        List<String> fields = uniform(group.fields());
        if (!isClose(parts.get(0), List.of(group.prefix().substring(PREFIX.length()))) || !endsWith(fields)) {
            return Optional.empty();
        }
        return Optional.of(name("backoff." + parts.get(0) + "." + joinedByDashes(1, parts.size())));
    }

    /** The property if a key outside of policies and budgets is misspelled. */
    private Optional<ConfigurationPropertyName> ofSingleKey() {
        List<String> keys = uniform(leaves("", PropertyKeys.ROOT));
        String key = joined(0, parts.size());
        return keys.contains(key) || !isClose(key, keys)
                ? Optional.empty()
                : Optional.of(name("backoff." + String.join(".", parts)));
    }

    private boolean endsWith(Collection<String> fields) {
        for (int i = 2; i < parts.size(); i++) {
            if (fields.contains(joined(i, parts.size()))) {
                return true;
            }
        }
        return false;
    }

    private String joined(int from, int to) {
        return String.join("", parts.subList(from, to));
    }

    private String joinedByDashes(int from, int to) {
        return String.join("-", parts.subList(from, to));
    }

    private static boolean isClose(String part, Collection<String> known) {
        return NameSuggestion.closest(part, known, part.length() / LETTERS_PER_ERROR)
                .isPresent();
    }

    private static List<String> leaves(String path, PropertyKeys place) {
        Map<String, PropertyKeys> keys = place.keys();
        if (keys.isEmpty()) {
            return place.isMap() ? List.of() : List.of(path);
        }
        return keys.entrySet().stream()
                .flatMap(each -> leaves(path + each.getKey(), each.getValue()).stream())
                .toList();
    }

    /** The keys whose entries the application names. */
    private static List<String> maps(String path, PropertyKeys place) {
        return place.isMap()
                ? List.of(path)
                : place.keys().entrySet().stream()
                        .flatMap(each -> maps(path + each.getKey(), each.getValue()).stream())
                        .toList();
    }

    private static List<String> uniform(Collection<String> keys) {
        return keys.stream().map(each -> each.replace("-", "")).toList();
    }

    private static ConfigurationPropertyName name(String name) {
        return ConfigurationPropertyName.adapt(name, '.');
    }
}
