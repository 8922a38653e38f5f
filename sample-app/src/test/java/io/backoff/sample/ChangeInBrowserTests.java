package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;

/** Tests the part of the page that predicts what a change would do. */
class ChangeInBrowserTests {

    private static final String SETTING = "/actuator/backoff/payments";
    private static final String BUDGET = "/actuator/backoff/budgets/payments";

    private static RunningShop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Browser.required();
        shop = RunningShop.start();
        shop.setProvider("mode=failing&share=0.3");
        shop.placeOrders(400);
        shop.put("/load?perSecond=0");
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
        browser.visit(shop.url());
        eventually(() -> assertThat(browser.text("#change-now")).isEqualTo("Now 3"));
    }

    @AfterEach
    void reset() {
        shop.delete(SETTING);
        shop.delete(BUDGET);
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void showsThePredictionBesideTodaysFiguresOnEveryScreen() {
        ask("payments", "max-attempts", "5");
        assertThat(browser.text("#prediction-title")).isEqualTo("max-attempts of payments from 3 to 5");
        assertThat(browser.text("#prediction-basis"))
                .matches(
                        "Observed: \\d+ calls since .*, .* per second on average, idle time included; [23]\\d(\\.\\d)? % of their attempts failed\\.");
        assertThat(browser.find("#prediction-reason").isDisplayed()).isFalse();
        assertThat(browser.text("#prediction-figures").lines())
                .hasSize(7)
                .anyMatch(row -> row.matches("Attempts per call 1\\.\\d\\d× 1\\.\\d\\d×"))
                .anyMatch(row -> row.matches("Calls that succeed [\\d.]+ % [\\d.]+ %"))
                .anyMatch(row -> row.matches("Retries denied [\\d.]+ % [\\d.]+ %"))
                .anyMatch(row -> row.matches("Added delay, mean [\\d.]+ ms [\\d.]+ ms"))
                .anyMatch(row -> row.matches("Added delay, p99 [\\d.]+ ms [\\d.]+ ms"))
                .contains("Added delay, worst case 3 ms 15 ms")
                .anyMatch(row -> row.matches(
                        "Attempts per call in an outage of 60 s, at the average rate above 1\\.\\d\\d× 1\\.\\d\\d×"));
        assertThat(browser.find("#delays-chart").getDomAttribute("aria-label"))
                .isEqualTo("Today: 0.5 ms on average before attempt 2, 1 ms on average before attempt 3. "
                        + "After the change: 0.5 ms on average before attempt 2, 4 ms on average before attempt 5.");
        assertThat(browser.find("#outage-chart").getDomAttribute("aria-label"))
                .matches("Today 1\\.\\d\\d×, after the change 1\\.\\d\\d×\\.");
        assertThat(browser.evaluate("document.querySelectorAll('#delays-chart .after').length"))
                .isEqualTo(4L);
        browser.find("#delays summary").click();
        assertThat(browser.text("#delays-numbers").lines())
                .startsWith("2 0 ms to 1 ms 0.5 ms 0 ms to 1 ms 0.5 ms")
                .endsWith("5 – – 0 ms to 8 ms 4 ms");
        assertFitsEveryScreen();
        browser.screenshot("change-360");
        browser.show("dark", 1280);
        assertThat(browser.barriers()).isEmpty();
        browser.screenshot("change-1280");
    }

    @Test
    void worksFromTheKeyboard() {
        browser.find("#change-property").clear();
        browser.find("#change-property").sendKeys("max-attempts", Keys.TAB);
        assertThat(browser.focused()).isEqualTo("change-value");
        type("5");
        browser.press(Keys.ENTER);
        eventuallyHasFocus("prediction-title");
        browser.press(Keys.ESCAPE);
        assertThat(browser.focused()).isEqualTo("change-value");
        assertThat(browser.find("#prediction").isDisplayed()).isFalse();

        type("5");
        browser.press(Keys.ENTER);
        eventuallyHasFocus("prediction-title");
        browser.press(Keys.TAB); // the summary of the delays
        browser.press(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("change-apply");
        browser.press(Keys.ENTER);
        eventuallyHasFocus("change-done");
        assertThat(maxAttempts()).isEqualTo("5");
        eventually(() -> assertThat(browser.find("#change-reset").isDisplayed()).isTrue());
        browser.press(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("change-reset");
        browser.press(Keys.SPACE);
        eventuallyHasFocus("change-done");
        assertThat(browser.text("#change-done")).isEqualTo("Reset: payments is as configured.");
        assertThat(maxAttempts()).isEqualTo("3");
    }

    @Test
    void appliesAChangeForReal() {
        ask("budgets/payments", "burst", "7");
        assertThat(browser.text("#prediction-title")).isEqualTo("burst of budget payments from 20 to 7");
        assertThat(browser.text("#prediction-basis")).endsWith("Policies that change: payments.");
        assertThat(browser.find("#delays").isDisplayed()).isFalse();
        assertThat(browser.text("#prediction-figures")).doesNotContain("worst case");
        assertThat(shop.get(BUDGET).path("capacity").asInt()).isEqualTo(20);

        browser.find("#change-apply").click();
        eventually(() -> assertThat(browser.text("#change-done")).isEqualTo("Applied: burst of budget payments is 7."));
        assertThat(shop.get(BUDGET).path("capacity").asInt()).isEqualTo(7);
        assertThat(browser.find("#prediction").isDisplayed()).isFalse();
        eventually(() -> assertThat(browser.text("#budget-hint")).endsWith("saves up 7"));
        eventually(() -> assertThat(browser.text("#change-overrides"))
                .startsWith("Changed until a restart: burst 7.")
                .endsWith("DELETE /actuator/backoff/budgets/payments"));
        assertThat(browser.text("#change-now")).isEqualTo("Now 7");
        assertFitsEveryScreen();

        browser.find("#change-reset").click();
        eventually(() -> assertThat(browser.text("#change-done")).startsWith("Reset: "));
        eventually(() ->
                assertThat(browser.find("#change-overrides").isDisplayed()).isFalse());
        assertThat(shop.get(BUDGET).path("capacity").asInt()).isEqualTo(20);
        eventually(() -> assertThat(browser.text("#budget-hint")).endsWith("saves up 20"));
    }

    @Test
    void leavingChangesNothing() {
        JsonNode before = shop.get("/actuator/backoff").path("changes");
        ask("payments", "delay", "5ms");
        browser.find("#change-leave").click();
        assertThat(browser.find("#prediction").isDisplayed()).isFalse();
        assertThat(browser.focused()).isEqualTo("change-value");
        assertThat(browser.find("#change-value").getDomProperty("value")).isEmpty();
        assertThat(shop.get("/actuator/backoff").path("changes")).isEqualTo(before);
    }

    @Test
    void saysAtTheFieldWhyAChangeIsInvalid() {
        fill("payments", "multiplier", "0.5");
        browser.press(Keys.ENTER);
        eventually(() -> assertThat(browser.text("#change-value-problem"))
                .isEqualTo("It must be 1 or more. Use 1 for delays that do not grow."));
        assertIsAtFault("change-value");
        assertFitsEveryScreen();

        fill("payments", "max-attempt", "5");
        assertThat(browser.find("#change-value-problem").isDisplayed()).isFalse();
        browser.press(Keys.ENTER);
        eventually(() -> assertThat(browser.text("#change-property-problem"))
                .isEqualTo("There is no such property. Did you mean 'max-attempts'?"));
        assertIsAtFault("change-property");
        assertThat(browser.errors()).hasSize(2).allMatch(each -> each.contains("400"));
        assertThat(maxAttempts()).isEqualTo("3");
    }

    @Test
    void saysWhyThereIsNoReplay() {
        ask("confirmations", "max-attempts", "4");
        assertThat(browser.text("#prediction-reason")).contains("0 calls", "100");
        assertThat(browser.text("#prediction-figures").lines())
                .containsExactly(
                        "Added delay, worst case 1 d 1 min",
                        "Attempts per call in an outage of 60 s, at the average rate above 16.00× 4.00×");
        assertFitsEveryScreen();
    }

    /** The response is delayed while the visitor continues to type. */
    @Test
    void dropsThePredictionOfAChangeThatWasEdited() {
        browser.evaluate("""
                (() => {
                  const real = fetch;
                  globalThis.fetch = (url, options) => options?.body?.includes('dryRun')
                    ? real(url, { ...options, signal: undefined }).then((response) => new Promise((done) => {
                      globalThis.release = () => done(response);
                    }))
                    : real(url, options);
                })()""");
        fill("payments", "max-attempts", "5");
        browser.press(Keys.ENTER);
        eventually(() -> assertThat(browser.evaluate("typeof release")).isEqualTo("function"));
        type("0");
        browser.evaluate("release()");
        browser.evaluate("new Promise((done) => setTimeout(done, 50))");
        assertThat(browser.find("#prediction").isDisplayed()).isFalse();
        assertThat(browser.focused()).isEqualTo("change-value");

        browser.evaluate("globalThis.release = undefined");
        browser.press(Keys.ENTER);
        eventually(() -> assertThat(browser.evaluate("typeof release")).isEqualTo("function"));
        browser.evaluate("release()");
        eventually(() -> assertThat(browser.text("#prediction-title")).endsWith("from 3 to 50"));
    }

    @Test
    void saysThatTheShopDoesNotRespond() {
        browser.evaluate("globalThis.fetch = () => Promise.reject(new TypeError('gone'))");
        fill("payments", "max-attempts", "5");
        browser.press(Keys.ENTER);
        eventually(() -> assertThat(browser.text("#change-value-problem")).isEqualTo("The shop does not respond."));
        browser.visit(shop.url());
        browser.errors();
    }

    @Test
    void offersThePropertiesOfWhatIsChosen() {
        assertThat(offered().contains("max-attempts")).isTrue();
        assertThat(offered().contains("burst")).isFalse();
        choose("budgets/payments");
        eventually(() -> assertThat(offered())
                .isEqualTo(List.of("ratio", "burst", "min-per-second", "deposit-on", "refund", "tokens")));
    }

    @Test
    void writesDurationsForPeople() {
        assertThat(browser.evaluate("""
                import('/dashboard/words.js').then(({ text }) => [
                  'PT0S', 'PT0.00025S', 'PT0.221397S', 'PT0.9997S', 'PT59.9S', 'PT1M30S', 'PT6H', 'PT24H4M',
                  ['PT15S', 'PT3M'], 'full', 3, undefined].map(text))"""))
                .isEqualTo(List.of(
                        "0 ms",
                        "0.25 ms",
                        "220 ms",
                        "1 s",
                        "1 min",
                        "1.5 min",
                        "6 h",
                        "1 d",
                        "15 s, 3 min",
                        "full",
                        "3",
                        "not set"));
    }

    private static void ask(String target, String property, String value) {
        fill(target, property, value);
        browser.find("#change-ask").click();
        eventuallyHasFocus("prediction-title");
    }

    private static void fill(String target, String property, String value) {
        choose(target);
        WebElement name = browser.find("#change-property");
        name.clear();
        name.sendKeys(property);
        browser.find("#change-value").clear();
        browser.find("#change-value").sendKeys(value);
    }

    private static void choose(String target) {
        browser.find("#change-target option[value='" + target + "']").click();
    }

    private static void type(String text) {
        browser.find("#change-value").sendKeys(text);
    }

    private static List<?> offered() {
        return (List<?>) browser.evaluate(
                "[...document.querySelectorAll('#change-properties option')].map((each) => each.value)");
    }

    private static void assertIsAtFault(String field) {
        assertThat(browser.focused()).isEqualTo(field);
        assertThat(browser.find("#" + field).getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.find("#" + field).getDomAttribute("aria-describedby"))
                .contains(field + "-problem");
        assertThat(browser.find("#" + field + "-problem").getDomAttribute("role"))
                .isEqualTo("alert");
        assertThat(browser.find("#prediction").isDisplayed()).isFalse();
    }

    private static void assertFitsEveryScreen() {
        for (int width : new int[] {1280, 768, 360}) {
            assertThat(browser.collisions(width)).as("%d", width).isEmpty();
        }
        assertThat(browser.barriers()).isEmpty();
    }

    private static String maxAttempts() {
        return shop.get(SETTING).at("/properties/max-attempts/value").asString();
    }

    private static void eventuallyHasFocus(String id) {
        eventually(() -> assertThat(browser.focused()).isEqualTo(id));
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(assertion);
    }
}
