package io.backoff.redelivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.idempotency.jdbc.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The life of a stored call in the tables that the scripts create. */
class RealDatabaseTests {

    @ParameterizedTest
    @EnumSource
    void keepsCallsUntilTheyAreDelivered(Database database) {
        Stored.run(application(database), stored -> {
            Partner partner = stored.bean(Partner.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> stored.inTransaction(() -> {
                        partner.notify("order-0");
                        throw new IllegalStateException("rolled back");
                    }));
            assertThat(stored.waiting()).isZero();

            partner.beDown(true);
            stored.inTransaction(() -> partner.notify("Bestellung \u00fc\ud83d\ude00"));
            stored.makeDue();
            stored.dieMakingIt();
            assertThat(stored.makeNext()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
            assertThat(stored.waiting()).isZero();
            assertThat(stored.dead()).isOne();

            partner.beDown(false);
            DeadLetters letters = stored.bean(DeadLetters.class);
            assertThat(letters.redrive(stored.events().get(0).id())).isTrue();
            stored.makeDue();
            assertThat(partner.notified()).containsExactly("Bestellung \u00fc\ud83d\ude00");
            assertThat(stored.waiting() + stored.dead()).isZero();
        });
    }

    private static ApplicationContextRunner application(Database database) {
        DataSource dataSource = database.createPooled();
        return Stored.runner(Partner.class)
                .withBean(DataSource.class, () -> dataSource)
                .withPropertyValues(
                        "backoff.redelivery.initialize-schema=always",
                        "backoff.policies.partner.strategy=constant",
                        "backoff.policies.partner.delay=1m",
                        "backoff.policies.partner.max-delay=1m",
                        "backoff.policies.partner.jitter=none",
                        "backoff.policies.partner.max-attempts=3",
                        "backoff.policies.partner.max-elapsed=0");
    }

    static class Partner {

        private final List<String> notified = new ArrayList<>();
        private boolean down;

        public void beDown(boolean down) {
            this.down = down;
        }

        public List<String> notified() {
            return notified;
        }

        @Redeliver("partner")
        public void notify(String order) {
            if (down) {
                throw new IllegalStateException("down");
            }
            notified.add(order);
        }
    }
}
