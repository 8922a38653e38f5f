package io.backoff.sample.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Places orders over HTTP at a steady rate while {@link #open(boolean) open}. A customer who finds too many others
 * waiting walks away, so that unfinished orders do not pile up when the provider is slow.
 */
@Component
public class Customers {

    static final int MOST_PER_SECOND = 50;

    // Tomcat's threads suffice for this many waiting customers and their charges, including charges whose customer has
    // timed out.
    private static final int MOST_WAITING = 80;

    // Limits the burst after the machine has paused, so that not all missed customers come at the same moment.
    private static final double LONGEST_PAUSE = 0.1;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Semaphore places = new Semaphore(MOST_WAITING);
    private final Environment environment;

    private volatile boolean open;
    private volatile int perSecond = 20;
    private long last = System.nanoTime();
    private double due;

    Customers(Environment environment) {
        this.environment = environment;
    }

    /** Starts or stops the customers. */
    public void open(boolean open) {
        this.open = open;
    }

    /** Customers per second while open, from 0 to 50. */
    public int perSecond() {
        return perSecond;
    }

    void perSecond(int rate) {
        if (rate < 0 || rate > MOST_PER_SECOND) {
            throw new IllegalArgumentException(
                    "'perSecond' must be between 0 and " + MOST_PER_SECOND + " but was " + rate);
        }
        perSecond = rate;
    }

    @Scheduled(fixedDelay = 50)
    void arrive() {
        long now = System.nanoTime();
        due += perSecond * Math.min((now - last) / 1e9, LONGEST_PAUSE);
        last = now;
        for (; due >= 1; due--) {
            if (open && places.tryAcquire()) {
                placeOrder();
            }
        }
    }

    private void placeOrder() {
        HttpRequest order = HttpRequest.newBuilder(shop())
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.noBody())
                .build();
        client.sendAsync(order, BodyHandlers.discarding()).whenComplete((response, failure) -> places.release());
    }

    // Resolves the address on each order: the shop is this application, and its port is unknown until it listens.
    private URI shop() {
        return URI.create("http://localhost:" + environment.getRequiredProperty("local.server.port") + "/orders");
    }
}
