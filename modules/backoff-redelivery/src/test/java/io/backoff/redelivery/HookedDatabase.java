package io.backoff.redelivery;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** A database that runs an action when a certain class gets a connection. */
public final class HookedDatabase extends DelegatingDataSource {

    private final AtomicReference<@Nullable Runnable> once = new AtomicReference<>();
    private volatile String asking = "";
    private volatile Runnable each = () -> {};

    public HookedDatabase() {
        super(new SimpleDriverDataSource(
                new org.h2.Driver(), "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
    }

    /** Runs the action the next time. */
    public void next(Class<?> asking, Runnable hook) {
        this.asking = asking.getName();
        once.set(hook);
    }

    /** Runs the action every time. */
    public void always(Class<?> asking, Runnable hook) {
        this.asking = asking.getName();
        each = hook;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (Arrays.stream(new Throwable().getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(asking))) {
            Runnable hook = once.getAndSet(null);
            if (hook != null) {
                hook.run();
            }
            each.run();
        }
        return super.getConnection();
    }
}
