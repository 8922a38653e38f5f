package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.Budgets;
import io.backoff.test.FakeTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A dry run of a setting that needs the module for gRPC. */
class GrpcDryRunTests {

    @Test
    void theRecordDoesNotKnowTheCausesThatStatusesDecide() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffDryRunAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withPropertyValues("backoff.policies.a.max-attempts=3")
                .run(application -> {
                    DryRun run = new DryRuns(
                                    application.getBean(PolicyStore.class),
                                    application.getBean(Budgets.class),
                                    application.getBean(AttemptRecords.class),
                                    application.getBean(FakeTime.class))
                            .of(SettingsGroup.POLICIES, "a", Map.of("retry-on-grpc-status", "ABORTED"));
                    assertThat(run.replay()).isNull();
                    assertThat(run.reasons())
                            .anySatisfy(each -> assertThat(each)
                                    .startsWith("No replay: 'retry-on-grpc-status'")
                                    .contains("causes"));
                });
    }
}
