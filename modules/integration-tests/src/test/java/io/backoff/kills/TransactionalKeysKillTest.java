package io.backoff.kills;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.kills.Ledger.Account;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.annotation.Transactional;

/** Operations whose effects are in the database of their keys, and in the same transaction: each happens once. */
abstract class TransactionalKeysKillTest extends IdempotencyKillTest {

    TransactionalKeysKillTest(String store) {
        super(store + ", same transaction", Application.class);
    }

    abstract String url(int port);

    @Override
    Stream<String> storeProperties(int port) {
        return inDatabase(url(port), "same-transaction");
    }

    @Override
    void findEffects(Server server, Ledger ledger) {
        new JdbcTemplate(new DriverManagerDataSource(url(server.port())))
                .queryForList("select number from effect", Integer.class)
                .forEach(ledger::found);
    }

    @Override
    void check(Kill kill, Account account) {
        assertThat(account.duplicates()).isZero();
    }

    @Configuration(proxyBeanMethods = false)
    static class Application extends Database {

        @Bean
        Effects effects(JdbcTemplate jdbc) {
            jdbc.execute("create table if not exists effect (number int)");
            return new Effects(jdbc);
        }

        @Bean
        Instance.Sender sender(Effects effects) {
            return effects::carryOut;
        }
    }

    static class Effects {

        private final JdbcTemplate jdbc;

        Effects(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @Idempotent(key = "#number")
        public String carryOut(int number) {
            jdbc.update("insert into effect values (?)", number);
            return "done";
        }
    }
}
