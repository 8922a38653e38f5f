package io.backoff.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;

/** A headless Chromium on a page. Screenshots go to {@code target/screenshots}. */
final class Browser implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Skips the test if Chromium is missing. */
    static void required() {
        chromium();
        chromedriver();
    }

    /** Opens the page. */
    static Browser open(String url) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium().path().toFile());
        // A container with root has no sandbox and little shared memory; and a test contacts no other servers.
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        options.addArguments("--disable-quic", "--no-first-run", "--disable-component-update", "--disable-sync");
        options.addArguments("--disable-background-networking", "--hide-scrollbars");
        Browser browser = new Browser(new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver().path().toFile())
                        .usingAnyFreePort()
                        .withTimeout(Duration.ofMinutes(2))
                        .build(),
                options));
        browser.driver.manage().timeouts().pageLoadTimeout(Duration.ofMinutes(2));
        browser.show("light", 1280);
        browser.driver.executeCdpCommand(
                "Page.addScriptToEvaluateOnNewDocument", Map.of("source", resource("/canvas-texts.js")));
        browser.visit(url);
        return browser;
    }

    void visit(String url) {
        driver.get(url);
    }

    /** The visible text of the element. */
    String text(String selector) {
        return find(selector).getText();
    }

    /** The text of the element, visible or not. */
    String content(String selector) {
        return String.valueOf(find(selector).getDomProperty("textContent"));
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    void press(Keys key) {
        driver.switchTo().activeElement().sendKeys(key);
    }

    /** Id of the element that has the focus. */
    String focused() {
        return String.valueOf(driver.switchTo().activeElement().getDomAttribute("id"));
    }

    /** Emulates a screen of that width, with a preference for light or dark. */
    void show(String scheme, int width) {
        emulate(
                "setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        size(width, 1000);
    }

    /** Texts that overlap or stick out of the screen or their chart, on a screen of that width. */
    List<?> collisions(int width) {
        show("light", width);
        awaitTwoFrames();
        return (List<?>) driver.executeScript(resource("/collisions.js"));
    }

    /** Evaluates an expression in the page; it may import the page's modules. */
    @Nullable
    Object evaluate(String expression) {
        return driver.executeAsyncScript(
                "const done = arguments[0]; Promise.resolve(" + expression + ").then(done, (e) => done(String(e)))");
    }

    /** The colour of the element's text. */
    String color(String selector) {
        return find(selector).getCssValue("color");
    }

    /** Takes a screenshot of the whole page, whatever its length. */
    void screenshot(String name) {
        long width = number("return innerWidth");
        size(width, number("return document.documentElement.scrollHeight"));
        awaitTwoFrames();
        try {
            Files.createDirectories(SCREENSHOTS);
            Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        size(width, 1000);
    }

    /** Violations of the WCAG 2.2 AA rules that a machine can check. */
    List<?> barriers() {
        if (driver.executeScript("return globalThis.axe?.version") == null) {
            driver.executeScript(resource("/axe.min.js"));
        }
        return (List<?>) driver.executeAsyncScript("""
                const done = arguments[0];
                axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
                  .then(({ violations }) => done(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)))
                  .catch((failure) => done([String(failure)]));""");
    }

    /** Errors and warnings that the page logged. */
    List<String> errors() {
        return driver.manage().logs().get("browser").getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }

    private static Program chromium() {
        return Program.required("chromium", "chromium");
    }

    private static Program chromedriver() {
        return Program.required("chromedriver", "chromium-driver");
    }

    private void size(long width, long height) {
        emulate(
                "setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    private void emulate(String command, Map<String, Object> parameters) {
        driver.executeCdpCommand("Emulation." + command, parameters);
    }

    // The charts are resized in the frame after the next.
    private void awaitTwoFrames() {
        evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
    }

    private long number(String script) {
        return ((Number) driver.executeScript(script)).longValue();
    }

    private static String resource(String name) {
        try (InputStream script = Browser.class.getResourceAsStream(name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
