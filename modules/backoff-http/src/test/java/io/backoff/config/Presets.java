package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Applications;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with a policy of the same name for each preset, and calls under these policies. */
record Presets(BeanFactory beans) {

    static void run(Consumer<Presets> check, String... properties) {
        ApplicationContextRunner context = Applications.with(
                        BackoffAutoConfiguration.class, BackoffHttpClientAutoConfiguration.class)
                .withBean(FakeTime.class)
                .withPropertyValues("backoff.policies.default.budget=none");
        for (Preset preset : Preset.values()) {
            context = context.withPropertyValues("backoff.policies.%1$s.preset=%1$s".formatted(preset.key()));
        }
        context.withPropertyValues(properties).run(running -> check.accept(new Presets(running)));
    }

    BackoffPolicy policy(String preset) {
        return beans.getBean(BackoffPolicies.class).get(preset);
    }

    BackoffOperations operations() {
        return beans.getBean(BackoffOperations.class);
    }

    FakeTime time() {
        return beans.getBean(FakeTime.class);
    }

    /** The delays, including zero ones, of a call that always fails with the given exception. */
    List<Duration> waits(String preset, Exception failure) {
        RecordingListener listener = new RecordingListener();
        assertThatThrownBy(() -> operations()
                        .call(
                                preset,
                                () -> {
                                    throw failure;
                                },
                                listener))
                .isSameAs(failure);
        return listener.decisions().stream()
                .filter(RetryDecision::retry)
                .map(RetryDecision::delay)
                .toList();
    }

    /** The number of attempts of a call that always fails with the given exception. */
    int attempts(String preset, Exception failure) {
        return waits(preset, failure).size() + 1;
    }
}
