package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowedPolicyTests {

    private Map<String, BackoffPolicy> current = Map.of("payments", Policies.of(3));
    private final BackoffPolicies policies = new BackoffPolicies(() -> current);

    @Test
    void followsAChange() {
        var followed = FollowedPolicy.of(policies, "payments");
        var before = followed.get();
        current = Map.of("payments", Policies.of(5));
        assertThat(followed.get()).isSameAs(policies.get("payments")).isNotSameAs(before);
        assertThat(before.limits().maxAttempts()).isEqualTo(3);
    }

    @Test
    void isMissedWhileThereIsNone() {
        var followed = FollowedPolicy.of(policies, "orders");
        assertThatExceptionOfType(UnknownPolicyException.class).isThrownBy(followed::get);
        current = Map.of("orders", Policies.of(5));
        assertThat(followed.get().limits().maxAttempts()).isEqualTo(5);
    }
}
