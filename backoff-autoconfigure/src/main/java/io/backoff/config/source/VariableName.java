package io.backoff.config.source;

import io.backoff.config.PropertyField;
import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;

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

    /**
     * The corrected form of a variable that is a key but for an underscore too few or too many, or an index, and so is
     * not bound: {@code BACKOFF_ENDPOINTREADONLY} becomes {@code BACKOFF_ENDPOINT_READONLY}.
     */
    static Optional<String> respelled(String variable) {
        return parse(variable)
                .flatMap(
                        name -> name.respelled(!index(variable).replace("_", "").isEmpty()));
    }

    private Optional<String> respelled(boolean indexed) {
        return group().map(group -> respelledField(group, indexed)).orElseGet(() -> respelledKey(indexed));
    }

    private Optional<String> respelledKey(boolean indexed) {
        for (PropertyKeys each : values().toList()) {
            String path = each.name().toString().substring(PREFIX.length());
            if (uniform(path).equals(joined(0, parts.size()))) {
                return isSpelled(path, 0) && (!indexed || each.isList())
                        ? Optional.empty()
                        : Optional.of(variable(path));
            }
        }
        return Optional.empty();
    }

    private Optional<String> respelledField(SettingsGroup group, boolean indexed) {
        List<PropertyField> fields = PropertyField.of(group.type());
        Optional<String> correct = Optional.empty();
        for (int i = parts.size() - 1; i > 1; i--) {
            for (PropertyField each : fields) {
                if (uniform(each.name()).equals(joined(i, parts.size()))) {
                    if (isSpelled(each.name(), i) && (!indexed || isList(each.type()))) {
                        return Optional.empty();
                    }
                    correct = Optional.of(variable(parts.get(0) + "." + joined(1, i) + "." + each.name()));
                }
            }
        }
        return correct;
    }

    /**
     * The name that the variable may stand for if it lacks the underscore before or after the name of a policy or a
     * budget: {@code BACKOFF_POLICIESPAYMENTS_DELAY}.
     */
    static Optional<String> withoutSeparator(String variable) {
        return parse(variable).flatMap(VariableName::separated);
    }

    private Optional<String> separated() {
        String whole = joined(0, parts.size());
        for (SettingsGroup group : SettingsGroup.values()) {
            String section = group.prefix().substring(PREFIX.length());
            Optional<String> field = group.fields().stream()
                    .filter(each -> whole.startsWith(section) && whole.endsWith(uniform(each)))
                    .filter(each ->
                            whole.length() > section.length() + uniform(each).length())
                    .max(Comparator.comparingInt(String::length));
            if (field.isPresent()) {
                int end = whole.length() - uniform(field.get()).length();
                return Optional.of(
                        variable(section + "." + whole.substring(section.length(), end) + "." + field.get()));
            }
        }
        return Optional.empty();
    }

    /** Whether the parts from an index on are one of the two forms that are bound: dashes are omitted, or underscores. */
    private boolean isSpelled(String path, int from) {
        String spelling = String.join("_", parts.subList(from, parts.size()));
        return spelling.equals(path.replace("-", "").replace('.', '_'))
                || spelling.equals(path.replace('-', '_').replace('.', '_'));
    }

    private static boolean isList(ResolvableType type) {
        return Collection.class.isAssignableFrom(type.toClass());
    }

    private static String variable(String path) {
        return (PREFIX + path.replace("-", "").replace('.', '_')).toUpperCase(Locale.ROOT);
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
        List<String> maps = maps();
        return singleKeys().contains(joined(0, parts.size()))
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
        List<String> keys = singleKeys();
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

    private static List<String> singleKeys() {
        return values().map(each -> uniform(each.name().toString().substring(PREFIX.length())))
                .toList();
    }

    private static Stream<PropertyKeys> values() {
        return PropertyKeys.ROOT.leaves().filter(each -> !each.isMap());
    }

    /** The keys whose entries the application names. */
    private static List<String> maps() {
        return PropertyKeys.ROOT
                .leaves()
                .filter(PropertyKeys::isMap)
                .map(each -> uniform(each.name().toString().substring(PREFIX.length())))
                .toList();
    }

    private static List<String> uniform(Collection<String> keys) {
        return keys.stream().map(VariableName::uniform).toList();
    }

    private static String uniform(String key) {
        return key.replaceAll("[-.]", "");
    }

    private static ConfigurationPropertyName name(String name) {
        return ConfigurationPropertyName.adapt(name, '.');
    }
}
