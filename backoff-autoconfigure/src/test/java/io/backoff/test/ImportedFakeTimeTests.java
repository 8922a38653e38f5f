package io.backoff.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.reactor.BackoffReactor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** The example of the package's documentation, with delays that a real clock would take hours for. */
@SpringBootTest(
        classes = ImportedFakeTimeTests.Shop.class,
        properties = {
            "spring.main.banner-mode=off",
            "backoff.policies.default.delay=1h",
            "backoff.policies.default.max-delay=2h",
            "backoff.policies.default.max-elapsed=4h",
            "backoff.policies.default.jitter=none",
            "backoff.policies.query.preset=poll"
        })
@Import({FakeTime.class, RecordingListener.class})
@Timeout(60)
class ImportedFakeTimeTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @Autowired
    private CheckoutService checkout;

    @Autowired
    private BackoffOperations operations;

    @Autowired
    private FakeTime time;

    @Autowired
    private RecordingListener listener;

    @Test
    void isTheOnlyTimeSource(@Autowired ApplicationContext context) {
        assertThat(context.getBeansOfType(TimeSource.class).values()).containsExactly(time);
    }

    @Test
    void annotatedMethodsDoNotWait() throws Exception {
        checkout.pay(new AtomicInteger());
        assertThat(time.waits()).containsExactly(HOUR, HOUR.multipliedBy(2));
        assertThat(listener.decisions()).extracting(RetryDecision::retry).containsExactly(true, true, false);
    }

    @Test
    void futuresDoNotWait() {
        assertThat(checkout.payLater(new AtomicInteger())).isCompletedWithValue("attempt 3");
        assertThat(time.waits()).containsExactly(HOUR, HOUR.multipliedBy(2));
    }

    @Test
    void publishersDoNotWait(@Autowired BackoffReactor reactor) {
        AtomicInteger attempts = new AtomicInteger();
        assertThat(reactor.call("default", () -> Mono.fromCallable(() -> checkout.attempt(attempts)))
                        .block())
                .isEqualTo("attempt 3");
        assertThat(time.waits()).containsExactly(HOUR, HOUR.multipliedBy(2));
    }

    @Test
    void pollingDoesNotWait() throws Exception {
        AtomicInteger queries = new AtomicInteger();
        assertThat(operations.poll("query", queries::incrementAndGet, number -> number == 3))
                .isEqualTo(3);
        assertThat(time.waits())
                .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
    }

    @Test
    void isABeanOfAContextRunnerTheSameWay() {
        new ApplicationContextRunner()
                .withUserConfiguration(Shop.class)
                .withBean(FakeTime.class)
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(TimeSource.class));
    }

    @EnableAutoConfiguration
    @Import(CheckoutService.class)
    static class Shop {}

    static class CheckoutService {

        @Backoff
        String pay(AtomicInteger attempts) throws IOException {
            return attempt(attempts);
        }

        @Backoff
        CompletableFuture<String> payLater(AtomicInteger attempts) {
            try {
                return CompletableFuture.completedFuture(attempt(attempts));
            } catch (IOException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        }

        String attempt(AtomicInteger attempts) throws IOException {
            if (attempts.incrementAndGet() < 3) {
                throw new IOException("provider is down");
            }
            return "attempt " + attempts;
        }
    }
}
