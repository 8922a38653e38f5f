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
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The name of an environment variable. It can be read in several ways, because an underscore may stand for a dash, an
 * underscore or a dot. The name is a key if at least one reading is a key. Otherwise, it is misspelled if at least one
 * reading resembles a key. All other names, such as {@code BACKOFF_LIMIT} and the variables of a Kubernetes service
 * named {@code backoff}, belong to other programs.
 */
final class VariableName {

    /** The classification of a variable name. */
    enum Kind {
        KEY,
        /**
         * A key with underscores in the name of a policy or a budget. The key is bound only if another source declares
         * this policy or budget.
         */
        DIVIDED_ENTRY,
        /** Almost a key, with a missing or an additional underscore, or with an index. Not bound. */
        RESPELLED,
        MISSPELLED,
        /** Perhaps a key that lacks the underscore before or after the name of a policy or a budget. */
        UNSEPARATED,
        UNKNOWN,
        /** Certainly a variable of another program. */
        OTHER
    }

    /**
     * The meaning of a name.
     *
     * @param kind the classification of the name
     * @param meant the property if the name is misspelled; the correct variable if it has another fault; otherwise
     *     empty
     */
    record Meaning(Kind kind, String meant) {}

    private static final String PREFIX = "backoff_";

    /** The variables that Kubernetes sets in containers for a service whose name begins with {@code backoff}. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(service_host|service_port(_.+)?|port(_\\d+_(tcp|udp|sctp)(_(proto|port|addr))?)?)");

    /** The number of letters that a name needs for each tolerated misspelling. */
    private static final int LETTERS_PER_ERROR = 4;

    private final String variable;
    private final List<String> parts;
    private final String index;

    private VariableName(String variable) {
        this.variable = variable;
        this.index = variable.replaceFirst("^.*?((_+\\d*)*)$", "$1");
        this.parts = new ArrayList<>(List.of(variable.substring(PREFIX.length()).split("_+")));
        while (!parts.isEmpty() && parts.get(parts.size() - 1).matches("\\d*")) {
            parts.remove(parts.size() - 1);
        }
    }

    /**
     * Returns the meaning of a variable.
     *
     * @param variable the name, without the application's prefix for environment variables
     */
    static Meaning of(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        VariableName parsed = name.startsWith(PREFIX) ? new VariableName(name) : null;
        if (parsed == null || parsed.parts.isEmpty()) {
            return new Meaning(Kind.OTHER, "");
        }
        Optional<SettingsGroup> group = Arrays.stream(SettingsGroup.values())
                .filter(each -> section(each).equals(parsed.parts.get(0)))
                .findFirst();
        return group.flatMap(parsed::ofEntry)
                .or(() -> group.isPresent() ? Optional.empty() : parsed.ofKey())
                .orElseGet(parsed::unknown);
    }

    /** Returns the meaning of a name below {@code policies} or {@code budgets}; empty if it has none. */
    private Optional<Meaning> ofEntry(SettingsGroup group) {
        for (int i = 2; i < parts.size(); i++) {
            for (PropertyField each : PropertyField.of(group.type())) {
                if (isSpelledLike(each.name(), i)) {
                    return Optional.of(ofField(each, i));
                }
            }
        }
        List<String> fields = uniform(group.fields());
        return IntStream.range(2, parts.size())
                .filter(i -> isClose(rest(i), fields))
                .mapToObj(i -> group.prefix() + "." + joined(1, i, "-") + "." + rest(i))
                .map(meant -> new Meaning(Kind.MISSPELLED, meant))
                .findFirst();
    }

    /** Returns the meaning of a name whose parts from this index on resemble the name of a field. */
    private Meaning ofField(PropertyField field, int from) {
        String correct = written(parts.get(0) + "." + joined(1, from, "") + "." + field.name());
        if (!isSpelled(field.name(), from, field.isList())) {
            return new Meaning(Kind.RESPELLED, correct);
        }
        return from == 2
                ? new Meaning(Kind.KEY, "")
                : new Meaning(Kind.DIVIDED_ENTRY, correct + index.toUpperCase(Locale.ROOT));
    }

    /** Returns the meaning of a name outside policies and budgets; empty if it has none. */
    private Optional<Meaning> ofKey() {
        List<String> keys = new ArrayList<>();
        for (ConfigurationPropertyName each : PropertyKeys.leaves().toList()) {
            String path = each.toString().substring(PREFIX.length());
            boolean isMap = PropertyKeys.isMap(each);
            if (isMap ? isBelow(path) : isSpelledLike(path, 0)) {
                return Optional.of(
                        isMap || isSpelled(path, 0, PropertyKeys.isList(each))
                                ? new Meaning(Kind.KEY, "")
                                : new Meaning(Kind.RESPELLED, written(path)));
            }
            if (!isMap) {
                keys.add(uniform(path));
            }
        }
        return Arrays.stream(SettingsGroup.values())
                .filter(group -> isClose(parts.get(0), List.of(section(group))) && endsWithField(group))
                .map(group -> parts.get(0) + "." + joined(1, parts.size(), "-"))
                .findFirst()
                .or(() -> isClose(rest(0), keys) ? Optional.of(String.join(".", parts)) : Optional.empty())
                .map(meant -> new Meaning(Kind.MISSPELLED, "backoff." + meant));
    }

    private Meaning unknown() {
        if (SERVICE_LINK.matcher(variable).matches()) {
            return new Meaning(Kind.OTHER, "");
        }
        for (SettingsGroup group : SettingsGroup.values()) {
            int start = section(group).length();
            Optional<String> separated = group.fields().stream()
                    .filter(field -> rest(0).startsWith(section(group)) && rest(0).endsWith(uniform(field)))
                    .filter(field -> rest(0).length() > start + uniform(field).length())
                    .max(Comparator.comparingInt(String::length))
                    .map(field -> section(group) + "."
                            + rest(0).substring(
                                            start,
                                            rest(0).length() - uniform(field).length()) + "." + field);
            if (separated.isPresent()) {
                return new Meaning(Kind.UNSEPARATED, written(separated.get()));
            }
        }
        return new Meaning(Kind.UNKNOWN, "");
    }

    private static String section(SettingsGroup group) {
        return group.prefix().substring(PREFIX.length());
    }

    private boolean endsWithField(SettingsGroup group) {
        List<String> fields = uniform(group.fields());
        return IntStream.range(2, parts.size()).anyMatch(i -> fields.contains(rest(i)));
    }

    private boolean isBelow(String map) {
        return IntStream.range(1, parts.size()).anyMatch(i -> joined(0, i, "").equals(uniform(map)));
    }

    private boolean isSpelledLike(String path, int from) {
        return uniform(path).equals(rest(from));
    }

    /**
     * Whether the parts from this index on have one of the two spellings that are bound: dashes omitted, or written as
     * underscores.
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

    private static boolean isClose(String part, Collection<String> known) {
        return NameSuggestion.closest(part, known, part.length() / LETTERS_PER_ERROR)
                .isPresent();
    }

    private static List<String> uniform(Collection<String> keys) {
        return keys.stream().map(VariableName::uniform).toList();
    }

    private static String uniform(String key) {
        return key.replaceAll("[-.]", "");
    }
}
