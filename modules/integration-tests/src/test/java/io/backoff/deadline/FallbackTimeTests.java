package io.backoff.deadline;

import static io.backoff.policy.Outcome.ELAPSED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** A fallback replaces a call whose own time is over, so only the caller's deadline limits it. */
class FallbackTimeTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffReactorAutoConfiguration.class))
            .withUserConfiguration(Shop.class)
            .withPropertyValues(
                    "backoff.policies.main.max-elapsed=1s",
                    "backoff.policies.backup.max-elapsed=1m",
                    "backoff.policies.user.max-elapsed=10s",
                    "backoff.policies.short.max-elapsed=500ms");

    @Test
    void aGuardedFallbackOfABlockingCallIsMade() {
        assertFallsBack((quotes, time) -> quotes.blocking("tea"));
    }

    @Test
    void aGuardedFallbackOfAFutureIsMade() {
        assertFallsBack((quotes, time) -> {
            CompletableFuture<String> quote = quotes.future("tea");
            time.advance(Duration.ofSeconds(1));
            return quote.join();
        });
    }

    @Test
    void aGuardedFallbackOfAPublisherIsMade() {
        assertFallsBack((quotes, time) -> {
            CompletableFuture<String> quote = quotes.mono("tea").toFuture();
            time.advance(Duration.ofSeconds(1));
            return quote.join();
        });
    }

    @Test
    void aFallbackEndsWithTheCaller() {
        application.run(running -> {
            Quotes quotes = running.getBean(Quotes.class);
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            Throwable thrown = catchThrowable(() -> operations.call("short", () -> quotes.blocking("tea")));
            assertThat(thrown).hasRootCauseInstanceOf(TimeoutException.class);
            assertThat(running.getBean(CallStatisticsRegistry.class).counts("backup"))
                    .containsOnlyKeys(ELAPSED);
        });
    }

    private void assertFallsBack(BiFunction<Quotes, FakeTime, String> call) {
        application.run(running -> {
            Quotes quotes = running.getBean(Quotes.class);
            FakeTime time = running.getBean(FakeTime.class);
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThat(operations.call("user", () -> call.apply(quotes, time))).startsWith("backup");
            CallStatisticsRegistry statistics = running.getBean(CallStatisticsRegistry.class);
            assertThat(statistics.counts("main")).containsOnlyKeys(ELAPSED);
            assertThat(statistics.counts("backup")).containsOnlyKeys(SUCCESS);
            // Ten seconds of the user, of which the call has taken at least one.
            assertThat(running.getBean(Backup.class).seen().left)
                    .isBetween(Duration.ofSeconds(7), Duration.ofSeconds(9));
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        Backup backup() {
            return new Backup();
        }

        @Bean
        Quotes quotes(FakeTime time) {
            return new Quotes(time);
        }
    }

    static class Backup {

        private final Seen seen = new Seen();

        @Backoff("backup")
        public String get(String item) {
            seen.left = CurrentAttempt.get().flatMap(CurrentAttempt::remaining).orElse(null);
            return "backup of " + item;
        }

        @Backoff("backup")
        public CompletableFuture<String> later(String item) {
            return CompletableFuture.completedFuture(get(item));
        }

        @Backoff("backup")
        public Mono<String> mono(String item) {
            return Mono.fromSupplier(() -> get(item));
        }

        public Seen seen() {
            return seen;
        }
    }

    static class Seen {

        private Duration left;
    }

    static class Quotes {

        private final FakeTime time;

        Quotes(FakeTime time) {
            this.time = time;
        }

        @Backoff(value = "main", fallback = "backup::get")
        public String blocking(String item) {
            time.advance(Duration.ofSeconds(2));
            throw new UncheckedIOException(new IOException("slow"));
        }

        @Backoff(value = "main", fallback = "backup::later")
        public CompletableFuture<String> future(String item) {
            return new CompletableFuture<>();
        }

        @Backoff(value = "main", fallback = "backup::mono")
        public Mono<String> mono(String item) {
            return Mono.never();
        }
    }
}
