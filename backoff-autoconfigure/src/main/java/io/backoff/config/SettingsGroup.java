package io.backoff.config;

import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** A part of the configuration that consists of named entries with the same fields. */
public enum SettingsGroup {

    /** {@code backoff.policies}. */
    POLICIES("backoff.policies", PolicyProperties.class),

    /** {@code backoff.budgets}. */
    BUDGETS("backoff.budgets", BudgetProperties.class);

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

    /** The prefix as a name. */
    public ConfigurationPropertyName root() {
        return root;
    }

    /** The record that binds an entry. */
    public Class<? extends Record> type() {
        return type;
    }

    /** The names of the fields. */
    public List<String> fields() {
        return PropertyField.of(type).stream().map(PropertyField::name).toList();
    }

    /** The property that sets a field of an entry: {@code backoff.policies.payments.delay}. */
    public String property(String name, String field) {
        return field(name, field).toString();
    }

    /** A field of an entry. */
    public FieldName field(String name, String field) {
        return new FieldName(prefix, name, field);
    }
}
