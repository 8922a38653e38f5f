package io.backoff.failure;

import io.backoff.testkit.JpaConfiguration;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Accounts in a real database, accessed by Hibernate. */
final class Accounts implements AutoCloseable {

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

    /** Creates the table, with one account. */
    Accounts(DataSource database) {
        context.registerBean(DataSource.class, () -> database);
        context.register(Jpa.class);
        context.refresh();
        repository().save(new Account(1));
    }

    /** Hibernate itself, in a transaction. */
    EntityManager entityManager() {
        EntityManager entities = context.getBean(EntityManagerFactory.class).createEntityManager();
        entities.getTransaction().begin();
        return entities;
    }

    /** Ends the transaction, and with it its locks: closing the entity manager would not. */
    static void end(EntityManager entities) {
        if (entities.getTransaction().isActive()) {
            entities.getTransaction().rollback();
        }
        entities.close();
    }

    /** Spring's access, which translates exceptions. */
    AccountRepository repository() {
        return context.getBean(AccountRepository.class);
    }

    /** Transactions of Spring, which translate exceptions too. */
    TransactionOperations transaction() {
        return new TransactionTemplate(context.getBean(JpaTransactionManager.class));
    }

    @Override
    public void close() {
        context.close();
    }

    interface AccountRepository extends JpaRepository<Account, Integer> {

        @Lock(LockModeType.PESSIMISTIC_WRITE)
        @Query("from account where id = :id")
        Account lock(int id);

        @Modifying
        @Query(value = "INSERT INTO account (id, changes, version) VALUES (:id, 0, 0)", nativeQuery = true)
        void insert(int id);

        @Modifying
        @Query(value = "SET LOCAL lock_timeout = '1ms'", nativeQuery = true)
        void doNotWaitForLocks();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJpaRepositories(considerNestedRepositories = true)
    static class Jpa extends JpaConfiguration {

        Jpa() {
            super(Account.class);
        }
    }
}
