package io.backoff.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.claim.StoreProvider;
import io.backoff.idempotency.jdbc.JdbcApplication;
import io.backoff.testkit.Database;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

class BackoffIdempotencyRedisAutoConfigurationTests {

    private final Redis redis = new Redis();

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void isChosenBeforeADatabase() {
        application().run(context -> {
            var shop = context.getBean(Shop.class);
            assertThat(shop.place("1")).isEqualTo("run 1");
            assertThat(shop.place("1")).isEqualTo("run 1");
            assertThat(shop.placeLater("1").get(20, TimeUnit.SECONDS)).isEqualTo("run 2");
            assertThat(shop.placeLater("1").get(20, TimeUnit.SECONDS)).isEqualTo("run 2");
            assertThat(new StringRedisTemplate(redis.connections()).keys("backoff:idempotency:*"))
                    .hasSize(2);
        });
    }

    @Test
    void knowsWhatAnotherInstanceDid() {
        application()
                .run(first -> application().run(second -> {
                    assertThat(first.getBean(Shop.class).place("1")).isEqualTo("run 1");
                    second.getBean(Shop.class).placeOther();
                    assertThat(second.getBean(Shop.class).place("1")).isEqualTo("run 1");
                }));
    }

    @Test
    void runsNothingWithoutRedis() {
        application()
                .withPropertyValues("backoff.policies.default.max-attempts=1")
                .run(context -> {
                    redis.stopServer();
                    var shop = context.getBean(Shop.class);
                    assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> shop.place("1"));
                    assertThat(shop.runs()).hasValue(0);
                });
    }

    @Test
    void isAbsentWithoutSpringDataRedis() {
        application()
                .withPropertyValues("backoff.idempotency.store=jdbc")
                .withClassLoader(new FilteredClassLoader(StringRedisTemplate.class))
                .run(context -> assertThat(context.getBeanNamesForType(StoreProvider.class))
                        .doesNotContain("backoffRedisStore"));
    }

    private ApplicationContextRunner application() {
        return JdbcApplication.with(Database.H2.create(), Shop.class)
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class, BackoffIdempotencyRedisAutoConfiguration.class))
                .withPropertyValues("spring.data.redis.port=" + redis.port(), "spring.data.redis.timeout=5s");
    }

    // Public, because proxies in the class loaders that hide libraries extend it.
    public static class Shop {

        private final AtomicInteger runs = new AtomicInteger();

        AtomicInteger runs() {
            return runs;
        }

        @Backoff
        @Idempotent(key = "#id")
        public String place(String id) {
            return "run " + runs.incrementAndGet();
        }

        @Idempotent(key = "#id")
        public CompletableFuture<String> placeLater(String id) {
            return CompletableFuture.supplyAsync(() -> "run " + runs.incrementAndGet());
        }

        public void placeOther() {
            runs.incrementAndGet();
        }
    }
}
