package io.backoff.cloud;

import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.SettingsReload;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;

/** Reloads the whole configuration after any change, because a value may refer to any property. */
record EnvironmentChanges(SettingsReload reload) implements ApplicationListener<EnvironmentChangeEvent> {

    @Override
    public void onApplicationEvent(EnvironmentChangeEvent event) {
        reload.now(ChangeSource.REFRESH);
    }
}
