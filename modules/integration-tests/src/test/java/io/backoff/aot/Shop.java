package io.backoff.aot;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.polling.BackoffPollAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.RecordingTransactions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import reactor.core.publisher.Mono;

/** An application that uses every attribute of the annotations. Public, because generated code accesses it. */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
@ImportAutoConfiguration({
    AopAutoConfiguration.class,
    BackoffAutoConfiguration.class,
    BackoffReactorAutoConfiguration.class,
    BackoffPollAutoConfiguration.class,
    BackoffIdempotencyAutoConfiguration.class,
    BackoffIdempotencyJsonAutoConfiguration.class
})
public class Shop {

    @Bean
    public FakeTime time() {
        return new FakeTime();
    }

    @Bean
    public RecordingListener decisions() {
        return new RecordingListener();
    }

    @Bean
    public Payments payments() {
        return new Payments();
    }

    @Bean
    public Deputies deputies() {
        return new Deputies();
    }

    @Bean
    public Ledger ledger() {
        return new Ledger();
    }

    @Bean
    public Letters letters() {
        return new Letters();
    }

    @Bean
    public RecordingTransactions transactions() {
        return new RecordingTransactions();
    }

    public static class Payments {

        private int attempts;

        @Backoff(value = "payments", fallback = "later")
        public String charge(int successAt) {
            return attempt(successAt);
        }

        private String later(int successAt, UncheckedIOException failure) {
            return "later: " + failure.getCause().getMessage();
        }

        @Backoff(value = "payments", fallback = "deputies::refund")
        public String refund(int successAt) {
            return attempt(successAt);
        }

        @Composed(name = "payments")
        public CompletableFuture<String> chargeLater(int successAt) {
            return CompletableFuture.supplyAsync(() -> attempt(successAt), Runnable::run);
        }

        @Backoff("payments")
        public Mono<String> chargeReactively(int successAt) {
            return Mono.fromSupplier(() -> attempt(successAt));
        }

        @Backoff(value = "payments", retryOnResult = "#result.state.pending and #successAt > 1")
        public Status status(int successAt) {
            return new Status(++attempts, new State(attempts < successAt));
        }

        private String attempt(int successAt) {
            if (++attempts < successAt) {
                throw new UncheckedIOException(new IOException("attempt " + attempts));
            }
            return "attempt " + attempts;
        }
    }

    public record Status(int attempt, State state) {}

    public record State(boolean pending) {}

    public static class Deputies {

        public String refund(int successAt) {
            return "by a deputy";
        }
    }

    public interface Booking {

        void book();
    }

    public static class Ledger implements Booking {

        private int attempts;

        @Override
        @Backoff("payments")
        @Transactional
        public void book() {
            if (++attempts < 3) {
                throw new UncheckedIOException(new IOException("attempt " + attempts));
            }
        }
    }

    public static class Letters {

        private int sent;

        @Idempotent(key = "#letter.address.street")
        public Receipt send(Letter letter) {
            return new Receipt(++sent);
        }

        @BackoffPoll
        public boolean look() {
            return false;
        }
    }

    public record Letter(Address address) {}

    public record Address(String street) {}

    public record Receipt(int number) {}

    @Backoff
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Composed {

        @AliasFor(annotation = Backoff.class, attribute = "value")
        String name();
    }
}
