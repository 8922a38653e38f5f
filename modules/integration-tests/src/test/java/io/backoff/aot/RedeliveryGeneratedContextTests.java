package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import io.backoff.aot.Dispatch.Confirmations;
import io.backoff.aot.Dispatch.Counter;
import io.backoff.aot.Dispatch.Crate;
import io.backoff.aot.Dispatch.Customer;
import io.backoff.aot.Dispatch.Discount;
import io.backoff.aot.Dispatch.Line;
import io.backoff.aot.Dispatch.Order;
import io.backoff.aot.Dispatch.Parcel;
import io.backoff.aot.Dispatch.ParcelPost;
import io.backoff.aot.Dispatch.Partner;
import io.backoff.aot.Dispatch.Remark;
import io.backoff.aot.Dispatch.Weight;
import io.backoff.test.FakeTime;
import io.backoff.testkit.AheadOfTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

/** Applications that were built ahead of time, and store calls and keys in a database. */
@CompileWithForkedClassLoader
class RedeliveryGeneratedContextTests {

    private static final Order ORDER =
            new Order("o-1", new Customer("Ada"), List.of(new Line("pen", new BigDecimal("9.90"), new Discount(10))));
    private static final Map<String, List<Remark>> REMARKS = Map.of("door", List.of(new Remark("left")));

    /** In one test, because compiling takes most of the time. */
    @Test
    void storeCallsAndGiveDuplicatesWhatTheDatabaseKeeps() {
        AheadOfTime.build(Dispatch.class, Map.of()).compile(dispatch -> {
            dispatch.run(properties(), RedeliveryGeneratedContextTests::makesCallsUntilTheySucceed);
            dispatch.run(properties(), RedeliveryGeneratedContextTests::givesDuplicatesTheFirstResult);
        });
    }

    private static void makesCallsUntilTheySucceed(ApplicationContext context) {
        context.getBean(Confirmations.class).confirm(ORDER, REMARKS);
        makeCallsOfAnHour(context);
        var partner = context.getBean(Partner.class);
        assertThat(partner.done()).containsExactly(ORDER, REMARKS);
        partner.pack(new Crate(7));
        makeCallsOfAnHour(context);
        assertThat(partner.done()).endsWith(new Crate(7));
    }

    private static void givesDuplicatesTheFirstResult(ApplicationContext context) {
        var counter = context.getBean(Counter.class);
        var first = counter.accept("p-1");
        assertThat(counter.accept("p-1")).isEqualTo(first);
        assertThat(counter.accept("p-2")).isNotEqualTo(first);
        var parcels = context.getBean(ParcelPost.class);
        parcels.weigh(new Parcel("Main Street"));
        assertThat(parcels.weigh(new Parcel("Main Street"))).containsExactly(new Weight(11));
    }

    private static Map<String, Object> properties() {
        return Map.of(
                "spring.datasource.url",
                "jdbc:h2:mem:" + UUID.randomUUID(),
                "backoff.policies.confirmations.preset",
                "payment-notification");
    }

    private static void makeCallsOfAnHour(ApplicationContext context) {
        var time = context.getBean(FakeTime.class);
        var scheduler = context.getBean(ManualScheduler.class);
        for (int minute = 0; minute < 60; minute++) {
            scheduler.setTime(time.instant());
            scheduler.runAnyDueExecutions();
            time.advance(Duration.ofMinutes(1));
        }
    }
}
