package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.openqa.selenium.Keys;

/** Tests what a visitor of the page sees of adopted retries. */
@DisabledIfSystemProperty(
        named = "spring.aot.enabled",
        matches = "true",
        disabledReason = "Code generated ahead of time has the beans of one profile")
class AdoptedInBrowserTests {

    private static RunningShop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Browser.required();
        shop = RunningShop.start(AdoptProfileTests.PROFILE);
        browser = Browser.open(shop.url());
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (shop != null) {
            shop.close();
        }
    }

    @Test
    void pageShowsTheAdoptedMethodOnEveryScreen() {
        eventually(() -> assertThat(browser.text("#adopted")).containsPattern("\\d+ success"));
        assertThat(browser.text("#adopted-methods").lines())
                .startsWith("Method", "RetryablePaymentService.charge", "Retried by", "Spring Framework")
                .containsSequence("Mode", "govern", "Policy", "payments", "Budget", "payments", "Calls");
        assertThat(browser.text("#annotation")).isEqualTo("@Retryable");
        for (int width : new int[] {1280, 768, 360}) {
            assertThat(browser.collisions(width)).as("%d", width).isEmpty();
            assertThat(browser.barriers()).as("%d", width).isEmpty();
            browser.screenshot("adopted-" + width);
        }

        browser.find("#change-value").sendKeys("5", Keys.ENTER);
        eventually(() -> assertThat(browser.text("#prediction-reason")).contains("RetryablePaymentService.charge"));
        browser.press(Keys.ESCAPE);

        breakTheProviderFromTheKeyboard();
        eventually(() -> assertThat(browser.text("#adopted")).containsPattern("\\d+ budget denied"));
        assertThat(browser.collisions(360)).isEmpty();
        browser.screenshot("adopted-outage");
        assertThat(browser.errors()).isEmpty();
    }

    private static void breakTheProviderFromTheKeyboard() {
        eventually(
                () -> assertThat(browser.find("[value=healthy]").isSelected()).isTrue());
        browser.find("[value=healthy]").sendKeys(Keys.ARROW_RIGHT);
        eventuallyIs("FAILING");
        browser.press(Keys.ARROW_RIGHT);
        eventuallyIs("THROTTLED");
        browser.press(Keys.ARROW_RIGHT);
        eventuallyIs("OUTAGE");
    }

    private static void eventuallyIs(String mode) {
        eventually(() ->
                assertThat(shop.get("/provider/mode").path("mode").asString()).isEqualTo(mode));
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(assertion);
    }
}
