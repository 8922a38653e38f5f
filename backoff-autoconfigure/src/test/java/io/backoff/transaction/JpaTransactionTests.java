package io.backoff.transaction;

import static io.backoff.transaction.Databases.stops;
import static io.backoff.transaction.Databases.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.policy.StopReason;
import io.backoff.testkit.JpaConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Guarded calls in transactions of JPA. */
class JpaTransactionTests {

    private final ApplicationContextRunner application = Databases.application()
            .withUserConfiguration(Jpa.class)
            .withBean(Tickets.class)
            .withBean(Desk.class);

    @Test
    void aCallThatJoinsMakesOneAttempt() {
        application.run(context -> {
            catchThrowable(() ->
                    inTransaction(context, () -> context.getBean(Tickets.class).joining()));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(tickets(context)).isZero();
        });
    }

    @Test
    void aCallThatBeginsATransactionIsRetriedWithAFreshSession() {
        application.run(context -> {
            context.getBean(Tickets.class).joining();
            assertThat(waits(context)).isOne();
            assertThat(tickets(context)).isOne();
        });
    }

    @Test
    void aCallWithATransactionOfItsOwnIsRetried() {
        application.run(context -> {
            inTransaction(context, () -> context.getBean(Tickets.class).apart());
            assertThat(waits(context)).isOne();
            assertThat(tickets(context)).isOne();
        });
    }

    @Test
    void aCallWithoutOneEndsWhenItHasSpoiledThatOfItsCaller() {
        application.run(context -> {
            catchThrowable(() ->
                    inTransaction(context, () -> context.getBean(Desk.class).sell()));
            assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
            assertThat(tickets(context)).isZero();
        });
    }

    private static void inTransaction(AssertableApplicationContext context, Runnable code) {
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> code.run());
    }

    private static int tickets(AssertableApplicationContext context) {
        return new JdbcTemplate(context.getBean(DataSource.class))
                .queryForObject("SELECT count(*) FROM ticket", Integer.class);
    }

    @Entity(name = "ticket")
    static class Ticket {

        @Id
        private int id;

        protected Ticket() {}

        Ticket(int id) {
            this.id = id;
        }
    }

    static class Tickets {

        @PersistenceContext
        private EntityManager entities;

        private int attempts;

        @Backoff
        @Transactional
        public void joining() {
            add();
        }

        @Backoff
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void apart() {
            add();
        }

        @Transactional
        public void unguarded() {
            add();
        }

        private void add() {
            entities.persist(new Ticket(++attempts));
            entities.flush();
            if (attempts < 2) {
                throw new IllegalStateException();
            }
        }
    }

    static class Desk {

        private final Tickets tickets;

        Desk(Tickets tickets) {
            this.tickets = tickets;
        }

        @Backoff
        public void sell() {
            tickets.unguarded();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Jpa extends JpaConfiguration {

        Jpa() {
            super(Ticket.class);
        }

        @Bean
        DataSource dataSource() {
            return Databases.create();
        }
    }
}
