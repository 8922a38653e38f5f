package io.backoff.endpoint;

import io.backoff.config.SettingsGroup;
import java.util.Map;

/** Reports the effect that a change of settings would have, without making the change. */
public interface ChangePreview {

    /**
     * Reports the effect of a change.
     *
     * @param name an existing policy or budget
     * @param values the new values by property name
     * @throws io.backoff.config.InvalidPropertyException if the change would be rejected
     */
    Object of(SettingsGroup group, String name, Map<String, String> values);
}
