package io.backoff.adopt;

import io.backoff.adopt.Way.FrameworkCalls;
import io.backoff.adopt.Way.ResilienceCalls;
import io.backoff.adopt.Way.SpringRetryCalls;
import io.backoff.budget.RetryBudget;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.BackoffOperations;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.test.FakeTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;

/**
 * Tests of an application in which each library retries calls, of three attempts each. They are mapped to the policy
 * {@code callee} and so share its budget. Time stands still.
 */
abstract class RetryingTests extends SharedApplication {

    final FakeTime time = get(FakeTime.class);

    RetryingTests(String mode, List<Class<?>> beans, String... properties) {
        super(() -> start(mode, beans, properties));
        budget().refill();
        time.clear();
    }

    static AdoptedApplication start(String mode, List<Class<?>> beans, String... properties) {
        String[] policies = {
            "backoff.adopt.policies.FrameworkCalls=callee",
            "backoff.adopt.policies.SpringRetryCalls=callee",
            "backoff.adopt.policies.ResilienceCalls=callee",
            "backoff.policies.callee.delay=0",
            "backoff.policies.callee.retry-after-spread=0",
            "backoff.policies.callee.max-elapsed=1m",
            "backoff.budgets.callee.burst=10",
            "backoff.policies.outer.delay=0",
            "backoff.policies.outer.budget=none"
        };
        return new AdoptedApplication(
                        mode,
                        Stream.of(policies, properties).flatMap(Stream::of).toArray(String[]::new))
                .with(
                        HttpClientAutoConfiguration.class,
                        ImperativeHttpClientAutoConfiguration.class,
                        ReactiveHttpClientAutoConfiguration.class,
                        RestClientAutoConfiguration.class,
                        WebClientAutoConfiguration.class,
                        BackoffHttpClientAutoConfiguration.class)
                .start(AllLibraries.class, beans.toArray(Class<?>[]::new));
    }

    final RetryBudget budget() {
        return get(Budgets.class).find("callee");
    }

    /** Makes an own call, of three attempts. */
    final Object own(Callable<Object> attempt) throws Exception {
        return get(BackoffOperations.class).call("outer", attempt::call);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @EnableRetry
    @ImportAutoConfiguration(io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration.class)
    @Import({FakeTime.class, FrameworkCalls.class, SpringRetryCalls.class, ResilienceCalls.class})
    static class AllLibraries {}
}
