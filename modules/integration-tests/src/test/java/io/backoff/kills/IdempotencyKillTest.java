package io.backoff.kills;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.idempotency.jdbc.BackoffIdempotencyJdbcAutoConfiguration;
import io.backoff.idempotency.redis.BackoffIdempotencyRedisAutoConfiguration;
import io.backoff.kills.Ledger.Account;
import io.backoff.transaction.BackoffTransactionAutoConfiguration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Operations with a key, whose effects are outside of the store: each is repeated until it is acknowledged, and then
 * once more. An operation whose outcome was acknowledged does not run again.
 */
abstract class IdempotencyKillTest extends KillTest {

    IdempotencyKillTest(String store, Class<?> application) {
        super("idempotency keys", store, application);
    }

    /** The properties of the store. */
    abstract Stream<String> storeProperties(int port);

    @Override
    final List<String> properties(int port) {
        return Stream.concat(
                        Stream.of("backoff.idempotency.lease=3s", "spring.application.name=shop"),
                        storeProperties(port))
                .toList();
    }

    @Override
    boolean sendsOperations() {
        return true;
    }

    /** Only a store that fails after the operation may let it run again, which the library then warns of. */
    @Override
    void check(Kill kill, Account account) {
        if (kill == Kill.PROCESS) {
            assertThat(account.forgotten())
                    .as("acknowledged operations that ran again")
                    .isZero();
        }
    }

    static Stream<String> inDatabase(String url, String mode) {
        return Stream.of(
                "spring.datasource.url=" + url,
                "spring.datasource.hikari.connection-timeout=5000",
                "backoff.idempotency.store=jdbc",
                "backoff.idempotency.jdbc.mode=" + mode,
                "backoff.idempotency.jdbc.initialize-schema=always");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffIdempotencyAutoConfiguration.class,
        BackoffIdempotencyJsonAutoConfiguration.class,
        BackoffTransactionAutoConfiguration.class,
        BackoffIdempotencyJdbcAutoConfiguration.class
    })
    static class Database {}

    @Configuration(proxyBeanMethods = false)
    static class InDatabase extends Database {

        @Bean
        Operations operations(Ledger.Client ledger) {
            return new Operations(ledger);
        }

        @Bean
        Instance.Sender sender(Operations operations) {
            return operations::carryOut;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataRedisAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffIdempotencyAutoConfiguration.class,
        BackoffIdempotencyJsonAutoConfiguration.class,
        BackoffIdempotencyRedisAutoConfiguration.class
    })
    static class InRedis {

        @Bean
        Operations operations(Ledger.Client ledger) {
            return new Operations(ledger);
        }

        @Bean
        Instance.Sender sender(Operations operations) {
            return operations::carryOut;
        }
    }

    static class Operations {

        private final Ledger.Client ledger;

        Operations(Ledger.Client ledger) {
            this.ledger = ledger;
        }

        @Idempotent(key = "#number")
        public String carryOut(int number) {
            ledger.begin(number);
            ledger.done(number);
            return "done";
        }
    }
}
