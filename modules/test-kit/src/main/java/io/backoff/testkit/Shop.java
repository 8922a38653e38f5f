package io.backoff.testkit;

import io.github.resilience4j.retry.annotation.Retry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.NullMarked;
import org.springframework.resilience.annotation.Retryable;

/**
 * Beans whose methods other libraries retry. Their classes are public, because proxies in other class loaders extend
 * them.
 */
@NullMarked
public final class Shop {

    private Shop() {}

    /** Retried by Spring Framework. */
    public static class Payments {

        @Retryable(maxRetries = 3, delay = 0, includes = IllegalStateException.class, excludes = Error.class)
        public String charge(int failures) {
            return "paid";
        }

        @Retryable(delay = 0)
        public String refund() {
            return "refunded";
        }

        public String look() {
            return "";
        }
    }

    /** Retried by spring-retry. */
    public static class Mails {

        @org.springframework.retry.annotation.Retryable(
                maxAttempts = 2,
                noRetryFor = IllegalStateException.class,
                recover = "giveUp")
        public String send() {
            throw new IllegalStateException("down");
        }

        @org.springframework.retry.annotation.Recover
        public String giveUp(RuntimeException failure) {
            return "given up";
        }
    }

    /** Retried by Resilience4j. */
    public static class Stock {

        @Retry(name = "inventory", fallbackMethod = "guess")
        public int count() {
            return 7;
        }

        public int guess(Throwable failure) {
            return 0;
        }
    }

    /** Retried by all three libraries. */
    public static class Everything {

        @Retryable(delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "inventory")
        public String sell() {
            return "sold";
        }
    }

    /** Returns stages, which Spring Framework's retries treat as publishers. */
    public static class Stages {

        @Retryable(delay = 0)
        public CompletionStage<String> later() {
            return CompletableFuture.completedFuture("paid");
        }
    }

    /** A client whose interface has the annotation. */
    public interface Client {

        @Retryable(delay = 0)
        String call();
    }

    /** The implementation of the client. */
    public static class HttpClient implements Client {

        @Override
        public String call() {
            return "called";
        }
    }
}
