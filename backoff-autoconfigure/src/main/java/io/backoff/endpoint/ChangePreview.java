package io.backoff.endpoint;

import io.backoff.config.SettingsGroup;
import java.util.Map;

/** Reports what a change of settings would do, without making it. */
public interface ChangePreview {

    /**
     * The report about a change.
     *
     * @param name an existing policy or budget
     * @param values the new values by the names of the properties
     * @throws io.backoff.config.InvalidPropertyException if the change would be rejected
     */
    Object of(SettingsGroup group, String name, Map<String, String> values);
}
