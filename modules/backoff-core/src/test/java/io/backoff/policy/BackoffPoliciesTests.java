package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.budget.BudgetLimits;
import io.backoff.budget.DepositOn;
import io.backoff.budget.RetryBudget;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffPoliciesTests {

    private static final RetryBudget BUDGET = RetryBudget.of("others", new BudgetLimits(1, 2, 0, DepositOn.SUCCESS));

    private Map<String, BackoffPolicy> current = Map.of("payments", Policies.of(3));
    private final BackoffPolicies policies = new BackoffPolicies(() -> current);

    @Test
    void followAChange() {
        var old = policies.get("payments");
        current = Map.of("payments", Policies.of(5));
        assertThat(policies.get("payments").limits().maxAttempts()).isEqualTo(5);
        assertThat(old.limits().maxAttempts()).isEqualTo(3);
    }

    /** Users of the bean can look policies up, and nothing else. */
    @Test
    void areChangedByNobodyWhoLooksThemUp() {
        assertThat(publicMethods(BackoffPolicies.class)).containsExactlyInAnyOrder("get", "names");
        assertThat(publicMethods(CurrentPolicy.class)).containsExactlyInAnyOrder("of", "get", "adapted");
        assertThat(CurrentPolicy.class.getConstructors()).isEmpty();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> policies.names().remove("payments"));
    }

    @Test
    void nameTheKnownOnesWhenAskedForAnother() {
        current = Map.of("payments", Policies.of(3), "default", Policies.of(3));
        assertThatExceptionOfType(UnknownPolicyException.class)
                .isThrownBy(() -> policies.get("paymets"))
                .withMessage("Unknown retry policy 'paymets'; known policies: default, payments")
                .satisfies(unknown -> assertThat(unknown.name()).isEqualTo("paymets"))
                .satisfies(unknown -> assertThat(unknown.known()).containsOnly("default", "payments"));
    }

    @Test
    void followsAChange() {
        var followed = CurrentPolicy.of(policies, "payments");
        var before = followed.get();
        current = Map.of("payments", Policies.of(5));
        assertThat(followed.get()).isSameAs(policies.get("payments")).isNotSameAs(before);
        assertThat(before.limits().maxAttempts()).isEqualTo(3);
    }

    @Test
    void isMissedWhileThereIsNone() {
        var followed = CurrentPolicy.of(policies, "orders");
        assertThatExceptionOfType(UnknownPolicyException.class).isThrownBy(followed::get);
        current = Map.of("orders", Policies.of(5));
        assertThat(followed.get().limits().maxAttempts()).isEqualTo(5);
    }

    @Test
    void adaptsEachVersionOnce() {
        var adapted = CurrentPolicy.of(policies, "payments")
                .adapted(BackoffPolicy::withoutRetries)
                .adapted(policy -> policy.withBudget(BUDGET));
        var first = adapted.get();
        assertThat(first.retries()).isFalse();
        assertThat(first.budget()).isSameAs(BUDGET);
        current = Map.of("payments", current.get("payments"), "orders", Policies.of(5));
        assertThat(adapted.get()).isSameAs(first);
        current = Map.of("payments", Policies.of(5));
        assertThat(adapted.get().limits().maxAttempts()).isEqualTo(5);
        assertThat(adapted.get().retries()).isFalse();
    }

    private static Set<String> publicMethods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }
}
