package io.backoff.http.tiers;

import io.backoff.policy.BackoffPolicies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Three applications, each asking the next: gateway, orders, payments. And the user, who asks the gateway. */
final class Chain implements AutoCloseable {

    private final HttpClient user = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext gateway;
    private final ConfigurableApplicationContext orders;
    private final ConfigurableApplicationContext payments;

    Chain(WebApplicationType type, Class<?> application, String... properties) {
        payments = start(type, application, properties);
        orders = start(type, application, properties);
        gateway = start(type, application, properties);
        next(orders).set(url(payments));
        next(gateway).set(url(orders));
    }

    /** Puts everything back, and lets payments ask this. */
    void forget(String bank) {
        next(payments).set(bank);
        tiers().forEach(tier -> {
            tier.getBean(Calls.class).set(0);
            tier.getBean(BackoffPolicies.class).get("default").budget().refill();
        });
    }

    /** One request of a user. */
    HttpResponse<String> post(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(gateway) + path))
                .POST(BodyPublishers.noBody())
                .timeout(Duration.ofMinutes(1));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return user.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** How often each tier has asked the next, from the gateway downwards. */
    List<Integer> calls() {
        return tiers().map(tier -> tier.getBean(Calls.class).get()).toList();
    }

    private Stream<ConfigurableApplicationContext> tiers() {
        return Stream.of(gateway, orders, payments);
    }

    private static Next next(ConfigurableApplicationContext tier) {
        return tier.getBean(Next.class);
    }

    private static String url(ConfigurableApplicationContext tier) {
        return "http://127.0.0.1:" + tier.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static ConfigurableApplicationContext start(
            WebApplicationType type, Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(type)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(
                        "server.port=0",
                        "server.shutdown=immediate",
                        // As in the other tests of servers: reactor-netty#4361.
                        "server.netty.max-keep-alive-requests=1",
                        "backoff.policies.unbounded.budget=none",
                        // The failures of handlers, which are what is tested.
                        "logging.level.io.backoff.http.server=off",
                        "logging.level.org.apache.catalina=off",
                        "logging.level.org.springframework.boot.webflux=off",
                        "logging.level.org.springframework.web.HttpLogging=off")
                .properties(properties)
                .run();
    }

    @Override
    public void close() {
        tiers().forEach(ConfigurableApplicationContext::close);
    }
}
