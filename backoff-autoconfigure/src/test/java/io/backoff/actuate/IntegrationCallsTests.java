package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FollowedPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls that an integration guards, in the endpoint. */
class IntegrationCallsTests {

    @Test
    void followTheAnnotatedMethods() {
        Shop.exposed().withUserConfiguration(Listeners.class).run(context -> {
            JsonNode methods = methods(context.getBean(BackoffEndpoint.class));
            assertThat(methods.get(0).propertyNames()).contains("bean").doesNotContain("by");
            assertThat(methods.get(methods.size() - 1).toString())
                    .isEqualTo("{\"bean\":\"listeners\",\"method\":\"order-placed\",\"policy\":\"single\","
                            + "\"by\":\"kafka\",\"budget\":\"single\"}");
        });
    }

    private static JsonNode methods(BackoffEndpoint endpoint) {
        JsonMapper json = new JsonMapper();
        return json.readTree(json.writeValueAsString(endpoint.backoff())).get("methods");
    }

    static class Listeners {

        @Bean
        IntegrationCalls listeners(Engine engine, BackoffPolicies policies) {
            Guard guard = Guard.of(engine, FollowedPolicy.of(policies, "single"), "order-placed");
            return () -> List.of(new IntegrationCalls.Row("listeners", "kafka", guard));
        }
    }
}
