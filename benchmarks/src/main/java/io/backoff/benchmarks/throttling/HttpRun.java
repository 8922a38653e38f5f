package io.backoff.benchmarks.throttling;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.backoff.benchmarks.overload.TooManyRequests;
import io.backoff.engine.BackoffOperations;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/**
 * Makes the calls of a scenario over HTTP, from worker threads to a server on the same machine. The server has the
 * same limit as the callee in virtual time. The worker threads wait for retries, as in an application.
 */
final class HttpRun implements AutoCloseable {

    private static final int CALLS = 800;

    private static final FullJitter DELAYS = new FullJitter(new Random());

    private final Scenario scenario;
    private final Callee callee;
    private final ExecutorService threads = Executors.newCachedThreadPool(HttpRun::daemon);
    private final HttpServer server;
    private final HttpClient client;
    private final HttpRequest request;

    private HttpRun(Scenario scenario) throws IOException {
        this.scenario = scenario;
        this.callee = new Callee(System::nanoTime, scenario.limit(), scenario.retryAfter(), scenario.rejectedOf());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Scenario.WORKERS);
        server.setExecutor(threads);
        server.createContext("/", this::respond);
        server.start();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
        URI uri = URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort() + "/");
        request = HttpRequest.newBuilder(uri).build();
    }

    /** Runs the contestants without keys, one after the other. Makes fewer calls than the scenario has. */
    static Map<String, Outcome> all(Scenario scenario) throws IOException {
        Scenario run = scenario.withTitle(scenario.title() + ", over HTTP").withCalls(CALLS);
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        try (ConfigurableApplicationContext application = Application.start()) {
            BackoffOperations operations = application.getBean(BackoffOperations.class);
            outcomes.put(Contestants.NO_RETRY, run(run, attempt -> attempt.call()));
            RetryTemplate template = springFramework();
            outcomes.put("Spring RetryTemplate", run(run, attempt -> template.execute(attempt::call)));
            Retry retry = resilience4j();
            outcomes.put("Resilience4j Retry", run(run, attempt -> retry.executeCallable(attempt)));
            outcomes.put(Contestants.ADAPTIVE_MODE, run(run, adaptiveMode()));
            outcomes.put(Contestants.UNPACED, run(run, attempt -> operations.call("bulk", attempt::call)));
            outcomes.put(Contestants.PACED, run(run, attempt -> operations.call("paced", attempt::call)));
        }
        return outcomes;
    }

    private static Outcome run(Scenario scenario, Contestant contestant) throws IOException {
        try (HttpRun run = new HttpRun(scenario)) {
            return run.outcome(contestant);
        }
    }

    private static RetryTemplate springFramework() {
        return new RetryTemplate(RetryPolicy.builder()
                .includes(TooManyRequests.class)
                .backOff(DELAYS.backOff())
                .build());
    }

    private static Retry resilience4j() {
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(FullJitter.ATTEMPTS)
                .retryExceptions(TooManyRequests.class)
                .intervalFunction(DELAYS::millis)
                .build();
        return Retry.of("bulk", config);
    }

    private static Contestant adaptiveMode() {
        AdaptiveMode limiter = new AdaptiveMode(System.nanoTime());
        return attempt -> {
            for (int number = 1; ; number++) {
                await(limiter);
                try {
                    String response = attempt.call();
                    limiter.responded(System.nanoTime(), false);
                    return response;
                } catch (TooManyRequests throttled) {
                    limiter.responded(System.nanoTime(), true);
                    if (number == FullJitter.ATTEMPTS) {
                        throw throttled;
                    }
                    Thread.sleep(DELAYS.millis(number));
                }
            }
        };
    }

    private static void await(AdaptiveMode limiter) throws InterruptedException {
        for (long wait = limiter.acquire(System.nanoTime()); wait > 0; wait = limiter.acquire(System.nanoTime())) {
            TimeUnit.NANOSECONDS.sleep(wait);
        }
    }

    private Outcome outcome(Contestant contestant) {
        AtomicInteger left = new AtomicInteger(scenario.calls());
        AtomicInteger succeeded = new AtomicInteger();
        AtomicInteger lost = new AtomicInteger();
        long start = System.nanoTime();
        ExecutorService workers = Executors.newFixedThreadPool(Scenario.WORKERS, HttpRun::daemon);
        for (int worker = 0; worker < Scenario.WORKERS; worker++) {
            workers.execute(() -> {
                while (left.getAndDecrement() > 0) {
                    (succeeds(contestant) ? succeeded : lost).incrementAndGet();
                }
            });
        }
        await(workers);
        return new Outcome(
                scenario,
                (System.nanoTime() - start) / 1e9,
                succeeded.get(),
                lost.get(),
                callee.requests(),
                Duration.ZERO,
                callee.seconds());
    }

    private boolean succeeds(Contestant contestant) {
        try {
            contestant.call(this::attempt);
            return true;
        } catch (Exception failure) {
            return false;
        }
    }

    private String attempt() throws Exception {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() == 429) {
            String retryAfter = response.headers().firstValue("Retry-After").orElse("0");
            throw new TooManyRequests(Duration.ofSeconds(Long.parseLong(retryAfter)));
        }
        return response.body();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            long way = scenario.latency().toNanos() / 2;
            TimeUnit.NANOSECONDS.sleep(way);
            boolean admitted = callee.admits();
            TimeUnit.NANOSECONDS.sleep(way);
            if (!admitted && scenario.hasHints()) {
                exchange.getResponseHeaders()
                        .set("Retry-After", String.valueOf(scenario.retryAfter().toSeconds()));
            }
            exchange.sendResponseHeaders(admitted ? 204 : 429, -1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(ExecutorService workers) {
        workers.shutdown();
        try {
            if (!workers.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("The calls take too long");
            }
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Makes a call, with one or more attempts, on the current thread. */
    @FunctionalInterface
    private interface Contestant {

        String call(Callable<String> attempt) throws Exception;
    }
}
