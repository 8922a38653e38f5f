package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.actuate.BackoffActuatorAutoConfiguration;
import io.backoff.actuate.BackoffEndpointAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.docs.code.operations.Audit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The claims of the page on operations about audits without Spring Security. */
class OperationsPageTests {

    @Test
    void changesAreAudited() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        BackoffAutoConfiguration.class,
                        BackoffActuatorAutoConfiguration.class,
                        BackoffEndpointAutoConfiguration.class))
                .withUserConfiguration(Audit.class)
                .run(application -> {
                    application
                            .getBean(PolicyStore.class)
                            .change(
                                    SettingsGroup.POLICIES,
                                    "default",
                                    Map.of("max-attempts", "5"),
                                    new Author("alice", ChangeSource.ENDPOINT));
                    assertThat(application
                                    .getBean(AuditEventRepository.class)
                                    .find("alice", null, "BACKOFF_SETTING_CHANGED"))
                            .hasSize(1);
                });
    }
}
