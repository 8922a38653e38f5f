package io.backoff.redelivery.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.redelivery.Outage.Mailer;
import io.backoff.redelivery.delivery.ParkedCalls;
import io.backoff.redelivery.delivery.Stored;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** A database without {@code substring(... from ...)}, like Oracle and SQL Server. */
class PortableStatementsTests {

    @Test
    void pausesResumesAndCounts() {
        DataSource picky = new Picky();
        Stored.run(
                Stored.runner(Mailer.class)
                        .withBean(DataSource.class, () -> picky)
                        .withPropertyValues(
                                "backoff.redelivery.initialize-schema=always", "backoff.policies.mail.budget=none"),
                stored -> {
                    Mailer mailer = stored.bean(Mailer.class);
                    ParkedCalls parked = stored.bean(ParkedCalls.class);
                    parked.pause(Set.of(), "ada", "endpoint");
                    mailer.send("m-1");
                    stored.makeDue();
                    assertThat(mailer.attempts()).isEmpty();
                    assertThat(stored.bean(CallTable.class).counts()).hasSize(1);
                    parked.resume(Set.of(CallId.key("Mailer.send")));
                    stored.makeDue();
                    assertThat(mailer.attempts()).containsExactly(1);
                    assertThat(stored.bean(DeadLetters.class).page(DeadLetterFilter.ALL, 0, 10))
                            .isEmpty();
                });
    }

    private static final class Picky extends DelegatingDataSource {

        Picky() {
            super(new SimpleDriverDataSource(
                    new org.h2.Driver(), "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection real = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("prepareStatement")
                                && ((String) arguments[0]).matches("(?s).*substring\\(\\w+ from .*")) {
                            throw new SQLSyntaxErrorException("missing right parenthesis");
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getTargetException();
                        }
                    });
        }
    }
}
