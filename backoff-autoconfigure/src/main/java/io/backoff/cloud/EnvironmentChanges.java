package io.backoff.cloud;

import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.SettingsReload;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;

/** Reloads the whole configuration after any change: a value may refer to properties of any name. */
record EnvironmentChanges(SettingsReload reload) implements ApplicationListener<EnvironmentChangeEvent> {

    @Override
    public void onApplicationEvent(EnvironmentChangeEvent event) {
        reload.now(ChangeSource.REFRESH);
    }
}
