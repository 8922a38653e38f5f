package io.backoff.config;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** A group of named settings with the same fields: policies or budgets. */
public enum SettingsGroup {

    /** {@code backoff.policies}. */
    POLICIES("backoff.policies", PolicyProperties.class),

    /** {@code backoff.budgets}. */
    BUDGETS("backoff.budgets", BudgetProperties.class);

    /** The name of the entry from which all others inherit. */
    public static final String DEFAULT = "default";

    private static final Pattern WITHOUT_BRACKETS = Pattern.compile("[A-Za-z0-9_-]+");

    private final String prefix;
    private final ConfigurationPropertyName root;
    private final Class<? extends Record> type;

    SettingsGroup(String prefix, Class<? extends Record> type) {
        this.prefix = prefix;
        this.root = ConfigurationPropertyName.of(prefix);
        this.type = type;
    }

    public String prefix() {
        return prefix;
    }

    /** The prefix as a property name. */
    public ConfigurationPropertyName root() {
        return root;
    }

    /** The record to which an entry is bound. */
    public Class<? extends Record> type() {
        return type;
    }

    /** The names of the fields. */
    public List<String> fields() {
        return PropertyField.of(type).stream().map(PropertyField::name).toList();
    }

    /**
     * Returns the property of an entry's field, as users write it: {@code backoff.policies.payments.delay}, {@code
     * backoff.policies[a.b].delay}.
     */
    public String property(String name, String field) {
        return prefix + (WITHOUT_BRACKETS.matcher(name).matches() ? "." + name : "[" + name + "]") + "." + field;
    }
}
