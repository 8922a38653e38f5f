package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertChanged;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.SettingsReload;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;

/** The environment changes, and contradicts a change at the endpoint, which is taken back later. */
class RejectedRefreshTests {

    @Test
    void isAppliedWhenTheChangeIsTakenBack() {
        Shop.run(shop -> {
            contradict(shop);
            assertThat(multiplier((PolicyReport) shop.reset("single").getBody()))
                    .isEqualTo(3.0);
            assertThat(shop.bean(SettingsReload.class).applied()).isOne();
            assertThat(shop.changes())
                    .extracting(each -> each.property() + " " + each.source())
                    .startsWith(
                            "backoff.policies.single.multiplier refresh", "backoff.policies.single.strategy endpoint");
        });
    }

    @Test
    void isAppliedWhenAnotherChangeResolvesTheContradiction() {
        Shop.run(shop -> {
            contradict(shop);
            assertChanged(shop.change("single", "strategy", "exponential"));
            assertThat(multiplier(shop.policy("single"))).isEqualTo(3.0);
        });
    }

    @Test
    void staysRejectedWhileTheContradictionLasts() {
        Shop.run(shop -> {
            contradict(shop);
            assertChanged(shop.change("single", "delay", "1s"));
            assertThat(multiplier(shop.policy("single"))).isEqualTo(2.0);
            assertThat(shop.bean(SettingsReload.class).rejected()).isEqualTo(2);
            assertChanged(shop.reset("single"));
            assertThat(multiplier(shop.policy("single"))).isEqualTo(3.0);
        });
    }

    /** Spring Cloud says when the environment is complete. */
    @Test
    void theEnvironmentIsNotReadWithoutARejection() {
        Shop.run(shop -> {
            assertChanged(shop.change("single", "strategy", "linear"));
            set(shop, "backoff.policies.single.max-elapsed=7s");
            assertChanged(shop.reset("single"));
            assertThat(shop.policy("single").properties().get("max-elapsed").value())
                    .isEqualTo("PT30S");
        });
    }

    private static void contradict(Shop shop) {
        assertChanged(shop.change("single", "strategy", "linear"));
        set(shop, "backoff.policies.single.multiplier=3");
        SettingsReload reload = shop.bean(SettingsReload.class);
        reload.now(ChangeSource.REFRESH);
        assertThat(reload.rejected()).isOne();
        assertThat(multiplier(shop.policy("single"))).isEqualTo(2.0);
    }

    private static void set(Shop shop, String property) {
        TestPropertyValues.of(property)
                .applyTo(shop.context().getSourceApplicationContext(ConfigurableApplicationContext.class));
    }

    private static Object multiplier(PolicyReport report) {
        return report.properties().get("multiplier").value();
    }
}
