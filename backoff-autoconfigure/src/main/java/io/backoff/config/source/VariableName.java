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
import java.util.Set;
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
                .filter(candidate -> !parts.isEmpty() && section(candidate).equals(parts.get(0)))
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

    /** A way to read the name: as a field of a policy or a budget, or as any other key. */
    final class Reading {

        private final int from;
        private final String key;
        private final boolean isList;

        /** Creates a reading in which the parts before an index stand for a policy or a budget. */
        private Reading(int from, String key, boolean isList) {
            this.from = from;
            this.key = key;
            this.isList = isList;
        }

        /**
         * Whether the key has one of the two spellings that Spring Boot accepts: without its dashes, or with underscores
         * instead of them. Only a list has an index.
         */
        boolean isSpelled() {
            String spelling = joined(from, parts.size(), "_");
            String correct = key.replace('.', '_');
            return (isList || index.replace("_", "").isEmpty())
                    && (spelling.equals(correct.replace("-", "")) || spelling.equals(correct.replace('-', '_')));
        }

        /**
         * Whether the name of the policy or budget has underscores. In that case, the variable is bound only if another
         * source declares this policy or budget.
         */
        boolean isDivided() {
            return from > 2;
        }

        /** Returns the correct variable, with the index of a list entry. */
        String variable() {
            return written(entry("") + key) + (isSpelled() ? index.toUpperCase(Locale.ROOT) : "");
        }

        private String property() {
            return "backoff." + (from == 0 ? String.join(".", parts) : entry("-") + rest(from));
        }

        private String entry(String separator) {
            return from == 0 ? "" : parts.get(0) + "." + joined(1, from, separator) + ".";
        }
    }

    private Stream<Reading> readings() {
        return group.map(named -> IntStream.range(2, parts.size())
                        .boxed()
                        .flatMap(i -> PropertyField.of(named.type()).stream()
                                .map(field -> new Reading(i, field.name(), field.isList()))))
                .orElseGet(() -> PropertyKeys.leaves()
                        .filter(key -> !PropertyKeys.isMap(key))
                        .map(key -> new Reading(0, path(key), PropertyKeys.isList(key))));
    }

    /** Returns the key that has the same letters as the name; empty if there is none. */
    Optional<Reading> key() {
        return readings()
                .filter(reading -> rest(reading.from).equals(letters(reading.key)))
                .findFirst();
    }

    /** Whether the name is a key below a map, whose keys the application chooses. */
    boolean isMapEntry() {
        return group.isEmpty()
                && PropertyKeys.leaves()
                        .filter(PropertyKeys::isMap)
                        .map(map -> letters(path(map)))
                        .anyMatch(map -> IntStream.range(1, parts.size())
                                .anyMatch(i -> joined(0, i, "").equals(map)));
    }

    /** Returns the property that the name probably misspells; empty if there is none. */
    Optional<String> misspelled() {
        return misspelledGroup()
                .or(() -> readings()
                        .filter(reading -> isClose(rest(reading.from), reading.key))
                        .findFirst()
                        .map(Reading::property));
    }

    private Optional<String> misspelledGroup() {
        return Arrays.stream(SettingsGroup.values())
                .filter(candidate ->
                        group.isEmpty() && isClose(parts.get(0), section(candidate)) && endsWithField(candidate))
                .map(candidate -> "backoff." + parts.get(0) + "." + joined(1, parts.size(), "-"))
                .findFirst();
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
        for (SettingsGroup candidate : SettingsGroup.values()) {
            int start = section(candidate).length();
            Optional<String> field = candidate.fields().stream()
                    .filter(name -> rest(0).startsWith(section(candidate)) && rest(0).endsWith(letters(name)))
                    .filter(name -> rest(0).length() > start + letters(name).length())
                    .max(Comparator.comparingInt(String::length));
            if (field.isPresent()) {
                int end = rest(0).length() - letters(field.get()).length();
                return Optional.of(
                        written(section(candidate) + "." + rest(0).substring(start, end) + "." + field.get()));
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

    private static boolean isClose(String part, String known) {
        return NameSuggestion.closest(part, Set.of(letters(known)), part.length() / LETTERS_PER_ERROR)
                .isPresent();
    }

    /** Returns the letters and digits of a name in lower case, in which a variable and its key do not differ. */
    static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
