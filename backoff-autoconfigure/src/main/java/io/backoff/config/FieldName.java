package io.backoff.config;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The property that sets a field of a named policy or budget.
 *
 * @param group the prefix: {@code backoff.policies} or {@code backoff.budgets}
 * @param name the name of the policy or the budget
 * @param field the name of the field, for example {@code max-attempts}
 */
public record FieldName(String group, String name, String field) {

    private static final Pattern WITHOUT_BRACKETS = Pattern.compile("[A-Za-z0-9_-]+");

    public static FieldName ofPolicy(String name, String field) {
        return SettingsGroup.POLICIES.field(name, field);
    }

    /** The names under which a source may hold the property; a list may be there only as its first entry. */
    List<ConfigurationPropertyName> spellings() {
        String exact = bracketed();
        String relaxed = toString();
        return List.of(adapt(exact), adapt(relaxed), adapt(exact + "[0]"), adapt(relaxed + "[0]"));
    }

    /** The name as users write it: {@code backoff.policies.payments.delay}, {@code backoff.policies[a.b].delay}. */
    @Override
    public String toString() {
        return WITHOUT_BRACKETS.matcher(name).matches() ? group + "." + name + "." + field : bracketed();
    }

    private String bracketed() {
        return group + "[" + name + "]." + field;
    }

    private static ConfigurationPropertyName adapt(String name) {
        return ConfigurationPropertyName.adapt(name, '.');
    }
}
