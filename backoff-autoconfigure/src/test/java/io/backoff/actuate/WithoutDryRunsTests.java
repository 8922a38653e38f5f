package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.BackoffPolicies;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** An application without the module of dry runs. */
class WithoutDryRunsTests {

    @Test
    void rejectsThemAndChangesNothing() {
        Shop.exposed().run(context -> {
            BackoffEndpoint endpoint = context.getBean(BackoffEndpoint.class);
            String before = Shop.policy(endpoint, "payments").properties().toString();
            WebEndpointResponse<?> response =
                    endpoint.change("payments", "max-attempts", "7", null, "true", SecurityContext.NONE);
            assertThat(response.getStatus()).isEqualTo(400);
            assertThat(String.valueOf(response.getBody())).contains("'io.backoff:backoff-dry-run'");
            assertThat(Shop.policy(endpoint, "payments").properties().toString())
                    .isEqualTo(before);
        });
    }

    @Test
    void recordsNothingForACall() {
        Shop.exposed()
                .run(context -> assertThat(context.getBean(CallStatisticsRegistry.class)
                                .of(context.getBean(BackoffPolicies.class).get("payments"), "PaymentService.charge")
                                .attempts())
                        .isSameAs(AttemptRecorder.NONE));
    }
}
