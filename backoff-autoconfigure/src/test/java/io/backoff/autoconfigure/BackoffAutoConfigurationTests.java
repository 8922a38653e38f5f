package io.backoff.autoconfigure;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

class BackoffAutoConfigurationTests {

    private final ApplicationContextRunner context = Applications.backoff()
            .withBean(FakeTime.class)
            .withBean(Flaky.class)
            .withPropertyValues(policy("payments", "delay=100ms, jitter=none"));

    @Test
    void retriesAnAnnotatedMethodUnderItsPolicy() {
        context.run(running -> {
            assertThat(running.getBean(Flaky.class).succeedAt(3)).isEqualTo("attempt 3");
            assertThat(running.getBean(FakeTime.class).waits())
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
        });
    }

    @Test
    void throwsTheLastFailure() {
        context.run(
                running -> assertThatThrownBy(() -> running.getBean(Flaky.class).succeedAt(9))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("attempt 3"));
    }

    @Test
    void offersThePoliciesAndTheProgrammaticApi() {
        context.run(running -> {
            assertThat(running.getBean(BackoffPolicies.class).names()).containsExactlyInAnyOrder("default", "payments");
            Flaky flaky = new Flaky();
            assertThat(running.getBean(BackoffOperations.class).call("payments", () -> flaky.succeedAt(2)))
                    .isEqualTo("attempt 2");
        });
    }

    @Test
    void runsEachMethodOnceWhenDisabled() {
        context.withPropertyValues("backoff.enabled=false").run(running -> {
            assertThatThrownBy(() -> running.getBean(Flaky.class).succeedAt(2)).hasMessage("attempt 1");
            assertThat(running.getBean(FakeTime.class).waits()).isEmpty();
        });
    }

    @Test
    void runsTheMethodsOfADisabledPolicyOnce() {
        context.withPropertyValues("backoff.policies.payments.enabled=false")
                .run(running -> assertThatThrownBy(
                                () -> running.getBean(Flaky.class).succeedAt(2))
                        .hasMessage("attempt 1"));
    }

    @Test
    void startsWithoutConfigurationAndWithoutAnnotatedBeans() {
        Applications.with(BackoffAutoConfiguration.class)
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(TimeSource.class));
    }

    @Test
    void givesWayToATimeSourceOfTheApplication() {
        context.run(running -> assertThat(running.getBean(TimeSource.class)).isSameAs(running.getBean(FakeTime.class)));
    }

    /** No bean can be created while the context closes. */
    @Test
    void takesCallsAndChangesToTheEnd() {
        List<Object> last = new ArrayList<>();
        context.withPropertyValues("backoff.policies.orders.delay=1s").run(running -> {
            ConfigurableListableBeanFactory beans =
                    running.getSourceApplicationContext().getBeanFactory();
            PolicyStore store = running.getBean(PolicyStore.class);
            ((DefaultListableBeanFactory) beans).registerDisposableBean("last", () -> {
                last.add(beans.getBean(BackoffOperations.class).call("default", () -> "called"));
                store.change(
                        SettingsGroup.POLICIES,
                        "orders",
                        Map.of("attempt-timeout", "5s"),
                        Author.of(null, ChangeSource.ENDPOINT));
                last.add(store.settings(SettingsGroup.POLICIES, "orders")
                        .get("attempt-timeout")
                        .value());
            });
        });
        assertThat(last).containsExactly("called", Duration.ofSeconds(5));
    }

    @Test
    void closesOnlyWhatIsMeantToBeClosed() {
        context.run(running -> {
            ConfigurableListableBeanFactory beans =
                    running.getSourceApplicationContext().getBeanFactory();
            for (String name : beans.getBeanDefinitionNames()) {
                Class<?> type = beans.getType(name);
                String destroyed = beans.getMergedBeanDefinition(name).getDestroyMethodName();
                // Spring would infer a public method of one of these names and call it at shutdown.
                if (type != null && !AutoCloseable.class.isAssignableFrom(type) && !"".equals(destroyed)) {
                    assertThat(type.getMethods())
                            .as(name)
                            .noneMatch(each -> each.getParameterCount() == 0
                                    && Set.of("close", "shutdown").contains(each.getName()));
                }
            }
        });
    }

    @Test
    void advisesJustOutsideOfTheLowestPrecedence() {
        context.run(
                running -> assertThat(order(running.getBean(Flaky.class))).isEqualTo(Ordered.LOWEST_PRECEDENCE - 1));
    }

    @Test
    void takesTheOrderFromTheConfiguration() {
        context.withPropertyValues("backoff.order=7")
                .run(running -> assertThat(order(running.getBean(Flaky.class))).isEqualTo(7));
    }

    private static int order(Object bean) {
        return ((Ordered) ((Advised) bean).getAdvisors()[0]).getOrder();
    }

    static class Flaky {

        private final AtomicInteger calls = new AtomicInteger();

        @Backoff("payments")
        public String succeedAt(int attempt) {
            int call = calls.incrementAndGet();
            if (call < attempt) {
                throw new IllegalStateException("attempt " + call);
            }
            return "attempt " + call;
        }
    }
}
