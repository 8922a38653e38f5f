package io.backoff.http.tiers;

import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.WebApplication;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.util.StringUtils;

/**
 * Three applications that each call the next: gateway, orders, payments. And the user, who calls the gateway. They share
 * a clock, and their delays pass immediately.
 */
final class Chain implements AutoCloseable {

    private final FakeTime time = new FakeTime();
    private final WebApplication gateway;
    private final WebApplication orders;
    private final WebApplication payments;

    Chain(WebApplicationType type, Class<?> application, String... properties) {
        payments = start(type, application, properties);
        orders = start(type, application, properties);
        gateway = start(type, application, properties);
        next(orders).set(payments.url());
        next(gateway).set(orders.url());
    }

    /** Resets everything, and sets the URL that payments calls. */
    void forget(String bank) {
        next(payments).set(bank);
        tiers().forEach(tier -> {
            tier.bean(Calls.class).set(0);
            tier.bean(BackoffPolicies.class).get("default").budget().refill();
        });
    }

    /** Sends one request of a user. */
    HttpResponse<String> post(String path, String... headers) {
        return gateway.send(gateway.request(path, headers).POST(BodyPublishers.noBody()));
    }

    /** Returns how often each tier has called the next, starting with the gateway. */
    List<Integer> calls() {
        return tiers().map(tier -> tier.bean(Calls.class).get()).toList();
    }

    /** Returns the time by the clock that all tiers share. */
    Duration now() {
        return Duration.ofNanos(time.nanoTime());
    }

    private Stream<WebApplication> tiers() {
        return Stream.of(gateway, orders, payments);
    }

    private static Next next(WebApplication tier) {
        return tier.bean(Next.class);
    }

    private WebApplication start(WebApplicationType type, Class<?> application, String... properties) {
        return new WebApplication(
                type,
                application,
                context -> context.registerBean(FakeTime.class, () -> time),
                StringUtils.addStringToArray(properties, "backoff.policies.unbounded.budget=none"));
    }

    @Override
    public void close() {
        tiers().forEach(WebApplication::close);
    }
}
