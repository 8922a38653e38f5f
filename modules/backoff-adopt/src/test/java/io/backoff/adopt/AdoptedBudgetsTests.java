package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedKindsOfBeansTests.CornerShop;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.BudgetExhaustedException;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Governed methods without a policy have a budget each. */
class AdoptedBudgetsTests {

    @ParameterizedTest
    @EnumSource
    void governedRetriesNeedABudget(AdoptedLibrary library) {
        run(library, "default", 1, application -> {
            Script script = Script.failing(9, "too late");
            assertThat(catchThrowable(() -> application.get(CornerShop.class).sell(script)))
                    .hasMessage("failure 2");
            assertThat(script.attempts()).isEqualTo(2);
            assertThat(application.outcomes()).isEqualTo(Map.of(Outcome.BUDGET_DENIED, 1L));
            assertThat(application.get(Budgets.class).find("CornerShop.sell")).isNotNull();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aBudgetOfAMethodHasSettingsOfItsOwn(AdoptedLibrary library) {
        run(library, "[CornerShop.sell]", 0, application -> {
            Script script = Script.failing(9, "too late");
            assertThat(catchThrowable(() -> application.get(CornerShop.class).sell(script)))
                    .hasMessage("failure 1")
                    .satisfies(failure -> assertThat(failure.getSuppressed())
                            .hasOnlyElementsOfType(BudgetExhaustedException.class)
                            .isNotEmpty());
            assertThat(script.attempts()).isEqualTo(1);
        });
    }

    private static void run(AdoptedLibrary library, String budget, int burst, Consumer<AdoptedApplication> test) {
        String settings = "backoff.budgets." + budget;
        try (AdoptedApplication application = new AdoptedApplication(
                        "govern", settings + ".burst=" + burst, settings + ".ratio=0", settings + ".min-per-second=0")
                .start(library, CornerShop.class)) {
            test.accept(application);
        }
    }
}
