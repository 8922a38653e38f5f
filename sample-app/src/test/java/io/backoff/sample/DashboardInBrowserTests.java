package io.backoff.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * Tests what a visitor of the page sees. No test depends on the speed of the machine: figures cover the last ten
 * seconds, and the tests wait for them, or restart the window.
 */
class DashboardInBrowserTests {

    private static final String INK = "rgba(23, 33, 46, 1)";
    private static final String MUTED = "rgba(85, 96, 110, 1)";
    private static final String ALARM = "rgba(192, 42, 29, 1)";

    private static final double NOT_PACED = 0;

    /** Customers cost time: more than a few orders per second come only where a test needs them. */
    private static final int FEW = 5;

    private static final int MANY = 20;

    /** On a busy machine, responses take long. */
    private static final String PATIENT = "spring.http.clients.read-timeout=30s";

    private static RunningShop shop;
    private static Browser browser;

    @BeforeAll
    static void open() {
        Browser.required();
        shop = RunningShop.start(PATIENT);
        load(FEW);
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
        eventually(() -> assertThat(browser.text("#feed")).isEqualTo("Live"));
        eventually(
                () -> assertThat(browser.find("[value=healthy]").isSelected()).isTrue());
    }

    @AfterEach
    void reset() {
        shop.reset();
        load(FEW);
        shop.put("/provider/limit?perSecond=40");
        shop.delete("/settlements");
        shop.delete("/actuator/backoff/settlements");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void budgetKeepsAnOutageFromMultiplyingRequests() {
        load(MANY);
        choose("outage");
        eventuallyAgreeing(() -> assertThat(browser.text("#goodput strong")).isEqualTo("0 %"));
        eventuallyAgreeing(() -> assertThat(amplification()).isBetween(0.8, 1.2));
        eventually(() -> assertThat(browser.text("#tokens strong")).isEqualTo("0"));
        eventually(() -> assertThat(browser.text("#situation"))
                .isEqualTo("No orders are paid. The provider gets about one request per order. "
                        + "The retry budget is empty."));
        assertThat(browser.text("#tokens span")).isEqualTo("now, then 0.1 per second");
        assertThat(browser.text("#amplification .badge")).isEmpty();
        assertThat(browser.text("main")).doesNotContainIgnoringCase("calm");
        assertThat(browser.color("#goodput strong")).isEqualTo(ALARM);
        assertThat(browser.color("#amplification strong")).isEqualTo(INK);
        assertThat(browser.collisions(360)).isEmpty();
        browser.screenshot("outage-with-budget");

        switchBudget();
        restartWindow(MANY);
        eventuallyAgreeing(() -> assertThat(amplification()).isGreaterThan(2.5));
        assertThat(browser.text("#amplification .badge")).isEqualTo("retry storm");
        assertThat(browser.color("#amplification strong")).isEqualTo(ALARM);
        assertThat(browser.text("#situation")).contains("Retry storm", "The retry budget is off.");
        assertThat(browser.text("#tokens")).contains("no limit", "the budget is off");
        assertThat(browser.find("#token-meter").isDisplayed()).isFalse();
        assertThat(browser.collisions(360)).isEmpty();
        browser.screenshot("outage-without-budget");

        switchBudget();
        restartWindow(MANY);
        eventuallyAgreeing(() -> assertThat(amplification()).isBetween(0.8, 1.2));
    }

    @Test
    void paceFindsTheLimitAndRisesWhenItIsLifted() {
        load(0);
        limit(Keys.HOME, Keys.ARROW_RIGHT);
        eventually(() -> assertThat(providersLimit()).isEqualTo(20));
        settle(10_000);
        eventually(() -> assertThat(browser.text("#job-state")).isEqualTo("Settling. Attempts begin at the pace."));
        eventually(() -> assertThat(paces(3)).hasSize(3).allMatch(pace -> pace > 10 && pace < 30));
        assertThat(browser.text("#limit-value")).isEqualTo("20/s");
        assertThat(browser.text("#job-pace")).matches("\\d+/s");
        assertThat(browser.text("#job-waiting")).matches("\\d+");
        assertThat(browser.text("#job-requests")).matches("\\d\\.\\d\\d×");
        assertThat(browser.find("#pace-chart").getDomAttribute("aria-label"))
                .matches("Limit of the provider: 20/s. Pace: \\d+/s. \\d+ attempts wait.");
        browser.screenshot("paced");
        assertThat(browser.collisions(360)).isEmpty();
        assertThat(browser.barriers()).isEmpty();

        limit(Keys.END);
        eventually(() -> assertThat(browser.text("#limit-value")).isEqualTo("all"));
        eventually(() -> assertThat(paces(1)).allMatch(pace -> pace > 30 || pace == NOT_PACED));
        browser.find("#job-start").click();
        eventually(() -> assertThat(browser.text("#job-state")).matches("Stopped: \\d+ settled, \\w+ failed."));

        settle(20);
        eventually(() -> assertThat(browser.text("#job-state")).matches("Done: \\d+ settled, \\w+ failed."));
        assertThat(browser.text("#job-settled")).matches("\\d+ of 20.*");
        assertThat(browser.text("#job-waiting")).isEqualTo("0");
    }

    @Test
    void ordersArePaidWhileTheProviderIsHealthy() {
        restartWindow(FEW);
        eventuallyAgreeing(() -> {
            assertThat(browser.text("#goodput strong")).isEqualTo("100 %");
            assertThat(browser.text("#situation"))
                    .isEqualTo("All orders are paid. The provider gets about one request per order.");
        });
        assertThat(browser.color("#goodput strong")).isEqualTo(INK);
        assertThat(browser.color("#amplification strong")).isEqualTo(INK);
        assertThat(browser.collisions(360)).isEmpty();
        eventually(() -> assertThat(browser.text("#decisions")).contains("paid"));
        eventually(() -> assertThat(browser.find("#attempts-chart").getDomAttribute("aria-label"))
                .contains("1: 100 %"));
        assertThat(browser.text("#p50")).matches("[\\d.]+ m?s p50");
        assertThat(browser.text("#p99")).matches("[\\d.]+ m?s p99");
        assertThat(browser.text("#waiting")).matches("\\d+ waiting");
        assertThat(browser.text("#dead")).isEqualTo("0 dead letters");
        assertThat(browser.text("#annotation")).isEqualTo("@Backoff(\"payments\")");
        assertThat(browser.find("#adopted").isDisplayed()).isFalse();
    }

    @Test
    void saysWhenTheConnectionIsLostAndComesBackByItself() {
        try (Line line = new Line(shop.port())) {
            browser.visit(line.url());
            eventually(() -> assertThat(browser.text("#situation")).contains("orders are"));

            line.silence();
            eventually(() -> assertThat(browser.text("#feed")).matches("Connection lost \\d+ s ago"));
            assertThat(browser.text("#situation")).matches("Connection lost. The figures are from .*, not from now.");
            assertThat(browser.color("#goodput strong")).isEqualTo(MUTED);
            assertThat(browser.collisions(360)).isEmpty();
            assertThat(browser.barriers()).isEmpty();
            browser.screenshot("disconnected");
            line.restore();
            eventuallyIsLive();

            line.cut();
            eventually(() -> assertThat(browser.text("#feed")).startsWith("Connection lost"));
            line.restore();
            eventuallyIsLive();
            assertThat(browser.errors()).isNotEmpty(); // from the connections that were cut
        }
        browser.visit(shop.url());
        browser.errors();
    }

    /** Changes within a few seconds, when only short labels fit beside the right edge. */
    @Test
    void changesAreNotWrittenOverEachOther() {
        Object overlapping = browser.evaluate("""
                import('/dashboard/markers.js').then(({ markers }) => {
                  const canvas = document.createElement('canvas');
                  canvas.width = canvas.height = 300;
                  const ctx = canvas.getContext('2d');
                  const x = { min: -60, getPixelForValue: (value) => 300 + 3 * value };
                  const names = ['outage', 'budget off', 'budget on', 'healthy, budget off, 30 % errors'];
                  const changes = names.map((text, i) => ({ text, x: -3 - 3 * i }));
                  markers(() => 'black').afterDatasetsDraw({
                    ctx, chartArea: { left: 0, top: 0, right: 300, bottom: 300 }, scales: { x },
                    options: { plugins: { markers: changes } },
                  });
                  const texts = globalThis.canvasTexts.get(canvas);
                  const overlap = (a, b) => a !== b && a.left < b.right && b.left < a.right
                    && a.top < b.bottom && b.top < a.bottom;
                  return texts.length < 2 ? 'too few' : texts
                    .filter((each) => each.left < -1 || each.right > 301 || texts.some((other) => overlap(each, other)))
                    .map(({ text }) => text);
                })""");
        assertThat(overlapping).isEqualTo(List.of());
    }

    @Test
    void onlyNoneIsZeroPercentAndOnlyAllIsAHundred() {
        assertThat(browser.evaluate("""
                import('/dashboard/words.js').then(({ percent }) =>
                  [[0, 0], [0, 9], [1, 999], [1, 2], [998, 999], [9, 9]].map(([part, whole]) => percent(part, whole)))""")).isEqualTo(List.of("–", "0 %", "1 %", "50 %", "99 %", "100 %"));
    }

    @Test
    void decisionsShowWhyARetryIsMade() {
        choose("failing");
        eventually(() -> assertThat(browser.text("#decisions")).contains("HTTP 500", "retry in"));
    }

    @Test
    void switchesFollowWhatIsChangedElsewhere() {
        shop.change("budget", "none");
        shop.setProvider("mode=throttled&share=0.3");
        shop.put("/provider/limit?perSecond=55");
        shop.post("/actuator/backoff/settlements", Map.of("property", "pace", "value", "off"));
        eventually(() -> assertThat(browser.text("#limit-value")).isEqualTo("55/s"));
        eventually(() -> assertThat(browser.find("#pace").isSelected()).isFalse());
        eventually(() -> assertThat(browser.find("#budget").isSelected()).isFalse());
        eventually(
                () -> assertThat(browser.find("[value=throttled]").isSelected()).isTrue());
    }

    @Test
    void paceIsSwitchedOffAndOn() {
        WebElement pace = browser.find("#pace");
        pace.sendKeys(Keys.SPACE);
        eventually(() -> assertThat(pace()).isEqualTo("off"));
        eventually(() -> assertThat(browser.text("#job-pace")).isEqualTo("off"));
        pace.sendKeys(Keys.SPACE);
        eventually(() -> assertThat(pace()).isEqualTo("adaptive"));
        eventually(() -> assertThat(browser.text("#job-pace")).isEqualTo("not needed"));
    }

    @Test
    void saysWhyAJobCannotStart() {
        settle(10_001);
        eventually(() -> assertThat(browser.text("#job-problem"))
                .isEqualTo("'charges' must be between 1 and 10000 but was 10001"));
        assertThat(browser.find("#charges").getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.errors()).singleElement().asString().contains("400");
    }

    @Test
    void noSwitchShowsAConditionThatHasNone() {
        shop.setProvider("mode=failing&share=0.1");
        eventually(
                () -> assertThat(browser.evaluate("document.querySelectorAll('input[name=provider]:checked').length"))
                        .isEqualTo(0L));
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
        assertThat(browser.text("#goodput strong")).isEqualTo("–");
        browser.press(Keys.ARROW_RIGHT);
        eventually(() -> assertThat(browser.text("#load-value")).isEqualTo("5 orders/s"));
    }

    @Test
    void standsStillWhenPaused() {
        load(MANY);
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
        assertThat(browser.collisions(768)).isEmpty();
        assertThat(browser.collisions(1280)).isEmpty();
    }

    private static void forEachScreen(ThrowingConsumer<String> check) {
        for (String scheme : new String[] {"light", "dark"}) {
            for (int width : new int[] {1280, 768, 360}) {
                browser.show(scheme, width);
                check.accept(scheme + "-" + width);
            }
        }
    }

    private static void limit(Keys... keys) {
        browser.find("#limit").sendKeys(keys);
    }

    private static int providersLimit() {
        return shop.get("/provider/limit").path("perSecond").asInt();
    }

    private static void settle(int charges) {
        browser.find("#charges").clear();
        browser.find("#charges").sendKeys(String.valueOf(charges), Keys.ENTER);
    }

    /** The paces of the last seconds, newest first. */
    private static List<Double> paces(int seconds) {
        List<?> shown = (List<?>) browser.evaluate(
                "[...document.querySelectorAll('#numbers tr')].map((row) => row.cells[9].textContent)");
        return shown.stream()
                .limit(seconds)
                .map(pace -> pace.equals("–") ? NOT_PACED : Double.parseDouble(pace.toString()))
                .toList();
    }

    private static void choose(String provider) {
        browser.find("label:has([value=" + provider + "])").click();
    }

    private static void switchBudget() {
        browser.find("label.switch").click();
    }

    /** Stops the customers and starts them again: from then on, figures cover only the orders that follow. */
    private static void restartWindow(int perSecond) {
        load(0);
        eventually(() -> assertThat(browser.text("#situation")).startsWith("No orders are placed"));
        load(perSecond);
        eventually(() -> assertThat(browser.text("#goodput strong")).isNotEqualTo("–"));
    }

    private static void load(int perSecond) {
        shop.put("/load?perSecond=" + perSecond);
    }

    private static double amplification() {
        String text = browser.text("#amplification strong").replace("×", "");
        return text.equals("–") ? Double.NaN : Double.parseDouble(text);
    }

    /** Waits for the assertion; meanwhile, the sentence and the figure always agree. */
    private static void eventuallyAgreeing(ThrowingRunnable assertion) {
        List<Object> disagreements = new ArrayList<>();
        eventually(() -> {
            List<?> shown = (List<?>) browser.evaluate(
                    "['#situation', '#goodput strong'].map((each) => document.querySelector(each).textContent)");
            if (!agree(String.valueOf(shown.get(0)), String.valueOf(shown.get(1)))) {
                disagreements.add(shown);
            }
            assertion.run();
        });
        assertThat(disagreements).isEmpty();
    }

    private static boolean agree(String sentence, String paid) {
        return sentence.startsWith("All orders are paid.") == paid.equals("100 %")
                && sentence.startsWith("No orders are paid.") == paid.equals("0 %");
    }

    private static void eventuallyIsLive() {
        eventually(() -> assertThat(browser.text("#feed")).isEqualTo("Live"));
        eventually(() -> assertThat(browser.text("#situation")).contains("orders are"));
        assertThat(browser.color("#goodput strong")).isNotEqualTo(MUTED);
    }

    private static String mode() {
        return shop.get("/provider/mode").path("mode").asString();
    }

    private static String budget() {
        return shop.get("/actuator/backoff/payments").path("budget").asString();
    }

    private static String pace() {
        return shop.get("/actuator/backoff/settlements")
                .at("/properties/pace/value")
                .asString();
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
