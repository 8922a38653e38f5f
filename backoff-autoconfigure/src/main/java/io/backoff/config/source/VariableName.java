package io.backoff.config.source;

import io.backoff.config.PropertyField;
import io.backoff.config.PropertyKeys;
import io.backoff.config.SettingsGroup;
import io.backoff.text.NameSuggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The name of an environment variable. It can be read in several ways, because an underscore may stand for a dash, an
 * underscore or a dot. The name is a key if at least one reading is a key. Otherwise, it is misspelled if at least one
 * reading resembles a key. All other names, such as {@code BACKOFF_LIMIT} and the variables of a Kubernetes service
 * named {@code backoff}, belong to other programs.
 */
final class VariableName {

    /**
     * A key that has the same letters as the variable.
     *
     * @param variable the correct name of the variable
     * @param isSpelled whether the variable has one of the two spellings that are bound
     * @param isDivided whether the name of the policy or budget has underscores. In that case, the variable is bound
     *     only if another source declares this policy or budget
     */
    record Key(String variable, boolean isSpelled, boolean isDivided) {}

    private static final String PREFIX = "backoff_";

    /** The variables that Kubernetes sets in containers for a service whose name begins with {@code backoff}. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(service_host|service_port(_.+)?|port(_\\d+_(tcp|udp|sctp)(_(proto|port|addr))?)?)");

    /** The number of letters that a name needs for each tolerated misspelling. */
    private static final int LETTERS_PER_ERROR = 4;

    private final String variable;
    private final List<String> parts;
    private final String index;
    private final Optional<SettingsGroup> group;

    private VariableName(String variable) {
        this.variable = variable;
        this.index = variable.replaceFirst("^.*?((_+\\d*)*)$", "$1");
        this.parts = new ArrayList<>(List.of(variable.substring(PREFIX.length()).split("_+")));
        while (!parts.isEmpty() && parts.get(parts.size() - 1).matches("\\d*")) {
            parts.remove(parts.size() - 1);
        }
        this.group = Arrays.stream(SettingsGroup.values())
                .filter(each -> !parts.isEmpty() && section(each).equals(parts.get(0)))
                .findFirst();
    }

    /**
     * Parses a name; empty if it certainly belongs to another program.
     *
     * @param variable the name, without the application's prefix for environment variables
     */
    static Optional<VariableName> of(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        return name.startsWith(PREFIX)
                ? Optional.of(new VariableName(name)).filter(parsed -> !parsed.parts.isEmpty())
                : Optional.empty();
    }

    /** Returns the key that has the same letters as the name; empty if there is none. */
    Optional<Key> key() {
        return group.isPresent() ? fieldKey(group.get()) : otherKey();
    }

    private Optional<Key> fieldKey(SettingsGroup group) {
        for (int i = 2; i < parts.size(); i++) {
            for (PropertyField field : PropertyField.of(group.type())) {
                if (letters(field.name()).equals(rest(i))) {
                    boolean isSpelled = isSpelled(field.name(), i, field.isList());
                    String correct = written(parts.get(0) + "." + joined(1, i, "") + "." + field.name());
                    return Optional.of(
                            new Key(isSpelled ? correct + index.toUpperCase(Locale.ROOT) : correct, isSpelled, i > 2));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Key> otherKey() {
        for (ConfigurationPropertyName key : PropertyKeys.leaves().toList()) {
            String path = path(key);
            boolean isMap = PropertyKeys.isMap(key);
            if (isMap ? isBelow(path) : letters(path).equals(rest(0))) {
                return Optional.of(
                        new Key(written(path), isMap || isSpelled(path, 0, PropertyKeys.isList(key)), false));
            }
        }
        return Optional.empty();
    }

    /** Returns the property that the name probably misspells; empty if there is none. */
    Optional<String> misspelled() {
        return group.map(this::misspelledField)
                .orElseGet(() -> misspelledGroup().or(this::misspelledKey));
    }

    private Optional<String> misspelledField(SettingsGroup group) {
        return IntStream.range(2, parts.size())
                .filter(i -> isClose(rest(i), group.fields().stream()))
                .mapToObj(i -> group.prefix() + "." + joined(1, i, "-") + "." + rest(i))
                .findFirst();
    }

    private Optional<String> misspelledGroup() {
        return Arrays.stream(SettingsGroup.values())
                .filter(each -> isClose(parts.get(0), Stream.of(section(each))) && endsWithField(each))
                .map(each -> "backoff." + parts.get(0) + "." + joined(1, parts.size(), "-"))
                .findFirst();
    }

    private Optional<String> misspelledKey() {
        Stream<String> keys =
                PropertyKeys.leaves().filter(key -> !PropertyKeys.isMap(key)).map(VariableName::path);
        return isClose(rest(0), keys) ? Optional.of("backoff." + String.join(".", parts)) : Optional.empty();
    }

    /** Whether Kubernetes may have set the variable, for a service whose name begins with {@code backoff}. */
    boolean isServiceLink() {
        return SERVICE_LINK.matcher(variable).matches();
    }

    /**
     * Returns the correct variable if the name perhaps lacks the underscore before or after the name of a policy or a
     * budget; otherwise empty.
     */
    Optional<String> separated() {
        for (SettingsGroup each : SettingsGroup.values()) {
            int start = section(each).length();
            Optional<String> field = each.fields().stream()
                    .filter(name -> rest(0).startsWith(section(each)) && rest(0).endsWith(letters(name)))
                    .filter(name -> rest(0).length() > start + letters(name).length())
                    .max(Comparator.comparingInt(String::length));
            if (field.isPresent()) {
                int end = rest(0).length() - letters(field.get()).length();
                return Optional.of(written(section(each) + "." + rest(0).substring(start, end) + "." + field.get()));
            }
        }
        return Optional.empty();
    }

    private static String path(ConfigurationPropertyName key) {
        return key.toString().substring(PREFIX.length());
    }

    /** Returns the part of a variable that stands for a group, for example {@code policies}. */
    static String section(SettingsGroup group) {
        return group.prefix().substring(PREFIX.length());
    }

    private boolean endsWithField(SettingsGroup group) {
        return IntStream.range(2, parts.size())
                .anyMatch(
                        i -> group.fields().stream().map(VariableName::letters).anyMatch(rest(i)::equals));
    }

    private boolean isBelow(String map) {
        return IntStream.range(1, parts.size()).anyMatch(i -> joined(0, i, "").equals(letters(map)));
    }

    /**
     * Whether the parts from this index on have one of the two spellings that are bound: dashes omitted, or written as
     * underscores. Only a list has an index.
     */
    private boolean isSpelled(String path, int from, boolean list) {
        String spelling = joined(from, parts.size(), "_");
        boolean indexed = !index.replace("_", "").isEmpty();
        return (list || !indexed)
                && (spelling.equals(path.replace("-", "").replace('.', '_'))
                        || spelling.equals(path.replace('-', '_').replace('.', '_')));
    }

    /** Returns the variable of a key. */
    private static String written(String path) {
        return (PREFIX + path.replace("-", "").replace('.', '_')).toUpperCase(Locale.ROOT);
    }

    private String rest(int from) {
        return joined(from, parts.size(), "");
    }

    private String joined(int from, int to, String separator) {
        return String.join(separator, parts.subList(from, to));
    }

    private static boolean isClose(String part, Stream<String> known) {
        return NameSuggestion.closest(
                        part, known.map(VariableName::letters).toList(), part.length() / LETTERS_PER_ERROR)
                .isPresent();
    }

    /** Returns the letters and digits of a name in lower case, in which a variable and its key do not differ. */
    static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
