package io.backoff.aot;

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.idempotency.jdbc.BackoffIdempotencyJdbcAutoConfiguration;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import io.backoff.test.FakeTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** An application that stores calls and keys in a database. Public, because generated code accesses it. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    AopAutoConfiguration.class,
    BackoffAutoConfiguration.class,
    BackoffIdempotencyAutoConfiguration.class,
    BackoffIdempotencyJdbcAutoConfiguration.class,
    BackoffIdempotencyJsonAutoConfiguration.class,
    BackoffRedeliveryAutoConfiguration.class,
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    DbSchedulerAutoConfiguration.class
})
public class Dispatch {

    @Bean
    public FakeTime time() {
        return new FakeTime();
    }

    @Bean
    public Partner partner() {
        return new Partner();
    }

    @Bean
    public ParcelPost parcels() {
        return new ParcelPost();
    }

    @Bean
    public Counter counter() {
        return new Counter();
    }

    /** A scheduler that is driven by the test. */
    @Bean
    @DependsOnDatabaseInitialization
    public ManualScheduler scheduler(
            DataSource dataSource, List<Task<?>> tasks, DbSchedulerCustomizer customizer, FakeTime time) {
        var clock = new SettableClock();
        clock.set(time.instant());
        var builder = TestHelper.createManualScheduler(new TransactionAwareDataSourceProxy(dataSource), tasks)
                .clock(clock);
        builder.serializer(customizer.serializer().orElseThrow());
        return builder.build();
    }

    public interface Confirmations {

        void confirm(Order order, Map<String, List<Remark>> remarks);
    }

    public static class Partner implements Confirmations {

        private final List<Object> done = new ArrayList<>();
        private int attempts;

        @Override
        @Redeliver("confirmations")
        public void confirm(Order order, Map<String, List<Remark>> remarks) {
            if (++attempts < 3) {
                throw new IllegalStateException("attempt " + attempts);
            }
            done.addAll(List.of(order, remarks));
        }

        @Redeliver
        public void pack(Crate... crates) {
            done.addAll(List.of(crates));
        }

        public List<Object> done() {
            return done;
        }
    }

    public record Order(String id, Customer customer, List<Line> lines) {}

    public record Customer(String name) {}

    public record Line(String item, BigDecimal price, Discount discount) {}

    public record Discount(int percent) {}

    public record Remark(String text) {}

    public record Crate(int number) {}

    public abstract static class Post<T, R> {

        @Redeliver
        public void send(List<T> items) {}

        @Idempotent(key = "#item.address")
        public List<R> weigh(T item) {
            return List.of(weight(item));
        }

        protected abstract R weight(T item);
    }

    public static class ParcelPost extends Post<Parcel, Weight> {

        @Override
        protected Weight weight(Parcel parcel) {
            return new Weight(parcel.address().length());
        }
    }

    public record Parcel(String address) {}

    public record Weight(int grams) {}

    public static class Counter {

        private int parcels;

        @Idempotent(key = "#id")
        public Receipt accept(String id) {
            return new Receipt(++parcels, List.of(new Stamp(id)));
        }
    }

    public record Receipt(int number, List<Stamp> stamps) {}

    public record Stamp(String text) {}
}
