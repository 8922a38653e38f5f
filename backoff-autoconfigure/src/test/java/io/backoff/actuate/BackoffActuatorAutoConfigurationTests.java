package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingChanges;
import io.backoff.testkit.Applications;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationListener;

class BackoffActuatorAutoConfigurationTests {

    @Test
    void auditsChangesWhetherTheEndpointIsExposedOrNot() {
        List<String> audited = new ArrayList<>();
        ApplicationListener<AuditApplicationEvent> listener =
                event -> audited.add(event.getAuditEvent().toString());
        Shop.runner()
                .withInitializer(context -> context.addApplicationListener(listener))
                .run(running -> {
                    assertThat(running).doesNotHaveBean(BackoffEndpoint.class);
                    running.getBean(PolicyStore.class)
                            .change(
                                    SettingsGroup.POLICIES,
                                    "payments",
                                    Map.of("max-attempts", "7"),
                                    Author.of(null, ChangeSource.ENDPOINT));
                    assertThat(audited).singleElement().asString().contains("BACKOFF_SETTING_CHANGED", "to=7");
                });
    }

    @Test
    void isAbsentWithoutActuator() {
        Shop.runner()
                .withClassLoader(new FilteredClassLoader(AuditApplicationEvent.class))
                .run(running -> {
                    assertThat(running).hasNotFailed().doesNotHaveBean(BackoffActuatorAutoConfiguration.class);
                    running.getBean(PolicyStore.class)
                            .change(
                                    SettingsGroup.POLICIES,
                                    "payments",
                                    Map.of("max-attempts", "7"),
                                    Author.of(null, ChangeSource.ENDPOINT));
                    assertThat(running.getBean(SettingChanges.class).latest()).hasSize(1);
                });
    }

    @Test
    void isAbsentWhereTheRestIs() {
        Applications.with(BackoffActuatorAutoConfiguration.class)
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(ReadOnlyAdvisor.class));
    }
}
