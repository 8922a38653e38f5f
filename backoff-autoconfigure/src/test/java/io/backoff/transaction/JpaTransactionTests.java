package io.backoff.transaction;

import static io.backoff.transaction.Databases.stops;
import static io.backoff.transaction.Databases.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.JpaConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Guarded calls in transactions of JPA. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
class JpaTransactionTests {

    @Autowired
    private ApplicationContext context;

    @Autowired
    private Tickets tickets;

    /** Hibernate takes seconds to start, so all tests share one application. */
    @BeforeEach
    void reset() {
        tickets.forget();
        context.getBean(FakeTime.class).clear();
        context.getBean(RecordingListener.class).clear();
        jdbc().update("DELETE FROM ticket");
    }

    @Test
    void aCallThatJoinsMakesOneAttempt() {
        catchThrowable(() -> inTransaction(tickets::joining));
        assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        assertThat(sold()).isZero();
    }

    @Test
    void aCallThatBeginsATransactionIsRetriedWithAFreshSession() {
        tickets.joining();
        assertThat(waits(context)).isOne();
        assertThat(sold()).isOne();
    }

    @Test
    void aCallWithATransactionOfItsOwnIsRetried() {
        inTransaction(tickets::apart);
        assertThat(waits(context)).isOne();
        assertThat(sold()).isOne();
    }

    @Test
    void aCallWithoutOneEndsWhenItHasSpoiledThatOfItsCaller() {
        catchThrowable(() -> inTransaction(context.getBean(Desk.class)::sell));
        assertThat(stops(context)).containsExactly(StopReason.NOT_RETRYABLE);
        assertThat(sold()).isZero();
    }

    private void inTransaction(Runnable code) {
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> code.run());
    }

    private int sold() {
        return jdbc().queryForObject("SELECT count(*) FROM ticket", Integer.class);
    }

    private JdbcTemplate jdbc() {
        return new JdbcTemplate(context.getBean(DataSource.class));
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

        public void forget() {
            attempts = 0;
        }

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
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        BackoffTransactionAutoConfiguration.class,
        BackoffAutoConfiguration.class
    })
    @Import({FakeTime.class, RecordingListener.class, Tickets.class, Desk.class})
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
