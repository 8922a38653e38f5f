package io.backoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.DepositOn;
import org.junit.jupiter.api.Test;

class SettingsTests {

    private static final Settings<BudgetProperties> OWN =
            settings(new BudgetProperties(null, 5, null, null, null), "own");
    private static final Settings<BudgetProperties> PARENT =
            settings(new BudgetProperties(0.2, 10, null, DepositOn.CALL, null), "parent");

    @Test
    void inheritWhatTheyDoNotSet() {
        assertThat(OWN.or(PARENT).properties()).isEqualTo(new BudgetProperties(0.2, 5, null, DepositOn.CALL, null));
    }

    @Test
    void keepTheOriginOfEachField() {
        assertThat(OWN.or(PARENT).fields())
                .containsEntry("burst", new Setting(5, "own"))
                .containsEntry("deposit-on", new Setting(DepositOn.CALL, "parent"));
    }

    @Test
    void listTheirFieldsInTheOrderOfTheDocumentation() {
        assertThat(OWN.or(PARENT).fields().keySet()).containsExactly("ratio", "burst", "deposit-on");
    }

    @Test
    void replaceAndOmitFields() {
        Settings<BudgetProperties> changed =
                PARENT.with("burst", new Setting(7, "changed")).without("ratio");
        assertThat(changed.properties()).isEqualTo(new BudgetProperties(null, 7, null, DepositOn.CALL, null));
        assertThat(changed.sets("ratio")).isFalse();
        assertThat(PARENT.sets("ratio")).isTrue();
    }

    @Test
    void areEqualWithTheSameValuesAndOrigins() {
        assertThat(OWN).isEqualTo(settings(new BudgetProperties(null, 5, null, null, null), "own"));
        assertThat(OWN).isNotEqualTo(settings(new BudgetProperties(null, 5, null, null, null), "elsewhere"));
    }

    private static Settings<BudgetProperties> settings(BudgetProperties properties, String origin) {
        return Settings.of(BudgetProperties.class, properties, field -> origin);
    }
}
