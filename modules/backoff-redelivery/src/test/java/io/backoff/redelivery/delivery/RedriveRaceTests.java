package io.backoff.redelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.call.DeadLetters;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.PlatformTransactionManager;

/** Two concurrent redrives of the same dead letter, with various transaction managers. */
class RedriveRaceTests {

    private final Hooked table = new Hooked(h2());

    /** The transaction managers of an application. */
    enum Transactions {
        OF_THE_TABLE,
        OF_ANOTHER_DATABASE,
        OF_BOTH_AND_NONE_PRIMARY
    }

    @ParameterizedTest
    @EnumSource
    void theCallIsMadeOnce(Transactions transactions) {
        Stored.run(application(transactions), stored -> {
            String letter = bury(stored);
            DeadLetters letters = stored.bean(DeadLetters.class);
            table.beforeInsert.set(() -> {
                stored.time().advance(Duration.ofSeconds(1));
                CompletableFuture.runAsync(() -> letters.redrive(letter), task -> new Thread(task).start())
                        .handle((done, lockTimeout) -> done)
                        .join();
            });
            letters.redrive(letter);
            assertThat(table.beforeInsert.get()).isNull();
            assertThat(stored.waiting()).isOne();
            assertThat(stored.dead()).isZero();
            stored.bean(Mailer.class).down(false);
            stored.makeDue();
            assertThat(stored.bean(Mailer.class).sent()).containsExactly("m-1");
        });
    }

    @ParameterizedTest
    @EnumSource
    void theLetterStaysIfTheCallCannotBeStored(Transactions transactions) {
        Stored.run(application(transactions), stored -> {
            String letter = bury(stored);
            table.beforeInsert.set(() -> {
                throw new IllegalStateException("the disk is full");
            });
            assertThatIllegalStateException()
                    .isThrownBy(() -> stored.bean(DeadLetters.class).redrive(letter));
            assertThat(stored.dead()).isOne();
            assertThat(stored.waiting()).isZero();
        });
    }

    private static String bury(Stored stored) {
        stored.bean(Mailer.class).down(true);
        stored.bean(Mailer.class).send("m-1");
        stored.makeDue();
        return stored.bean(DeadLetters.class).instance(stored.events().get(0).id());
    }

    private ApplicationContextRunner application(Transactions transactions) {
        ApplicationContextRunner application = Stored.runner(Mailer.class)
                .withBean(DataSource.class, () -> table)
                .withPropertyValues(
                        "backoff.redelivery.initialize-schema=always", "backoff.policies.mail.max-attempts=1");
        if (transactions != Transactions.OF_ANOTHER_DATABASE) {
            application = manager(application, "ofTable", table);
        }
        return transactions == Transactions.OF_THE_TABLE ? application : manager(application, "ofOther", h2());
    }

    private static ApplicationContextRunner manager(
            ApplicationContextRunner application, String name, DataSource dataSource) {
        return application.withBean(
                name, PlatformTransactionManager.class, () -> new DataSourceTransactionManager(dataSource));
    }

    private static DataSource h2() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=50";
        return new SimpleDriverDataSource(new org.h2.Driver(), url, "sa", "");
    }

    /** Runs an action once, right before a row is inserted. */
    private static final class Hooked extends DelegatingDataSource {

        private final AtomicReference<Runnable> beforeInsert = new AtomicReference<>();

        Hooked(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection target = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("prepareStatement")
                                && arguments[0].toString().startsWith("insert")) {
                            Runnable hook = beforeInsert.getAndSet(null);
                            if (hook != null) {
                                hook.run();
                            }
                        }
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getTargetException();
                        }
                    });
        }
    }
}
