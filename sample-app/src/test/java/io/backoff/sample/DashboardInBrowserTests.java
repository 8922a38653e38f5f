package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.assertj.core.api.ThrowingConsumer;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * What a visitor of the page sees. Nothing here depends on how fast the machine is: figures are of the last ten seconds,
 * and are waited for.
 */
class DashboardInBrowserTests {

    private static RunningShop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Browser.required();
        shop = RunningShop.start();
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

    @BeforeEach
    void visit() {
        browser.show("light", 1280);
        browser.reload();
        eventually(() -> assertThat(browser.text("#feed")).isEqualTo("Live"));
        eventually(
                () -> assertThat(browser.find("[value=healthy]").isSelected()).isTrue());
    }

    @AfterEach
    void reset() {
        shop.reset();
        shop.put("/load?perSecond=20");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void budgetKeepsAnOutageFromMultiplyingRequests() {
        choose("outage");
        eventually(() -> assertThat(browser.text("#goodput strong")).isEqualTo("0 %"));
        eventually(() -> assertThat(amplification()).isBetween(0.8, 1.2));
        assertThat(browser.text("#situation")).startsWith("The provider is down. What the budget");
        eventually(() -> assertThat(browser.text("#tokens strong")).isEqualTo("0"));
        browser.screenshot("outage-with-budget");

        switchBudget();
        eventually(() -> assertThat(amplification()).isGreaterThan(2.5));
        assertThat(browser.text("#amplification .badge")).isEqualTo("retry storm");
        assertThat(browser.text("#situation")).contains("triple");
        browser.screenshot("outage-without-budget");

        switchBudget();
        eventually(() -> assertThat(amplification()).isBetween(0.8, 1.2));
    }

    @Test
    void ordersArePaidWhileTheProviderIsHealthy() {
        eventually(() -> assertThat(browser.text("#goodput strong")).isEqualTo("100 %"));
        eventually(() -> assertThat(browser.text("#decisions")).contains("paid"));
        eventually(() -> assertThat(browser.find("#attempts-chart").getDomAttribute("aria-label"))
                .contains("1: 100 %"));
    }

    @Test
    void decisionsTellWhyARetryIsMade() {
        choose("failing");
        eventually(() -> assertThat(browser.text("#decisions")).contains("HTTP 500", "retry in"));
    }

    @Test
    void switchesFollowWhatIsChangedElsewhere() {
        shop.change("budget", "none");
        shop.setProvider("mode=throttled&share=0.1");
        eventually(() -> assertThat(browser.find("#budget").isSelected()).isFalse());
        eventually(
                () -> assertThat(browser.find("[value=throttled]").isSelected()).isTrue());
    }

    @Test
    void worksFromTheKeyboard() {
        browser.find("[value=healthy]").sendKeys(Keys.ARROW_RIGHT);
        eventually(() -> assertThat(mode()).isEqualTo("FAILING"));
        browser.press(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("budget");
        browser.press(Keys.SPACE);
        eventually(() -> assertThat(budget()).isEqualTo("none"));
        browser.press(Keys.TAB);
        browser.press(Keys.HOME);
        eventually(() -> assertThat(browser.text("#situation")).startsWith("No orders are placed"));
        browser.press(Keys.ARROW_RIGHT);
        eventually(() -> assertThat(browser.text("#load-value")).isEqualTo("5 orders/s"));
    }

    @Test
    void standsStillWhenPaused() {
        eventually(() -> assertThat(browser.content("#numbers")).isNotEmpty());
        browser.find("#pause").click();
        assertThat(browser.text("#feed")).isEqualTo("Paused");
        String shown = browser.content("#numbers");
        double calls = calls();
        eventually(() -> assertThat(calls()).isGreaterThan(calls + 40));
        assertThat(browser.content("#numbers")).isEqualTo(shown);
        browser.find("#pause").click();
        eventually(() -> assertThat(browser.content("#numbers")).isNotEqualTo(shown));
    }

    @Test
    void hasNoBarriers() {
        forEachScreen(screen -> assertThat(browser.barriers()).as(screen).isEmpty());
    }

    @Test
    void fitsEveryScreen() {
        forEachScreen(browser::screenshot);
        browser.show("light", 360);
        assertThat(browser.widthOfPage()).isEqualTo(360);
    }

    private static void forEachScreen(ThrowingConsumer<String> check) {
        for (String scheme : new String[] {"light", "dark"}) {
            for (int width : new int[] {1280, 360}) {
                browser.show(scheme, width);
                check.accept(scheme + "-" + width);
            }
        }
    }

    private static void choose(String provider) {
        browser.find("label:has([value=" + provider + "])").click();
    }

    private static void switchBudget() {
        browser.find("label.switch").click();
    }

    private static double amplification() {
        String text = browser.text("#amplification strong").replace("×", "");
        return text.equals("–") ? Double.NaN : Double.parseDouble(text);
    }

    private static String mode() {
        return shop.get("/provider/mode").path("mode").asString();
    }

    private static String budget() {
        return shop.get("/actuator/backoff/payments").path("budget").asString();
    }

    private static double calls() {
        return shop.scrape().sum("backoff_calls_total", "policy=\"payments\"");
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(assertion);
    }
}
