package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.Shutdown;
import io.backoff.engine.time.SystemTimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs without a database, which may be gone before the clock is. */
@Timeout(30)
class ExpiredRowsTests {

    private final SystemTimeSource time = new SystemTimeSource(new Shutdown(), Runnable::run);
    private final AtomicInteger runs = new AtomicInteger();
    private final ExpiredRows rows =
            new ExpiredRows(new JdbcTemplate(), new TransactionTemplate(), Dialect.H2, time, this::run);

    @Test
    void areLookedForOnceMoreWhenTheClockIsClosed() {
        rows.start();
        time.close();
        assertThat(runs).hasValue(1);
    }

    @Test
    void areNotLookedForAfterThat() {
        time.close();
        rows.start();
        assertThat(runs).hasValue(0);
    }

    private void run(Runnable task) {
        runs.incrementAndGet();
        task.run();
    }
}
