package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Tests the figures of a run, and how they are shown. */
class ResultTests {

    @Test
    void recoversWithTheFirstOfThreeGoodSecondsInARow() {
        assertThat(succeeding(100, 100, 0, 10, 90, 95, 89, 100, 90, 91).recovery())
                .hasValue(4);
    }

    @Test
    void doesNotRecoverAtTheEnd() {
        assertThat(succeeding(100, 100, 0, 0, 0, 0, 0, 0, 100, 100).recovery()).isEmpty();
    }

    @Test
    void comparesTheEndWithTheBeginning() {
        Result result = succeeding(90, 110, 0, 0, 0, 0, 0, 30, 40, 80);

        assertThat(result.baseline()).isEqualTo(100);
        assertThat(result.finalGoodput()).isEqualTo(50);
    }

    @Test
    void countsAttemptsPerCall() {
        Result result = result(
                List.of(new Second(10, 10, 10), new Second(10, 10, 10), new Second(10, 40, 0), new Second(30, 30, 30)));

        assertThat(result.peakAmplification()).isEqualTo(4);
        assertThat(result.meanAmplification()).isEqualTo(70 / 40.0);
        assertThat(result.finalAmplification()).isEqualTo(80 / 50.0);
        assertThat(result.retries()).isEqualTo(30);
    }

    @Test
    void isNotValidWhenCallsWereLate() {
        assertThat(late(Duration.ofMillis(100), 90).isValid()).isTrue();
        assertThat(late(Duration.ofMillis(101), 90).isValid()).isFalse();
    }

    @Test
    void isNotValidWhenTheServiceWasDownBefore() {
        assertThat(late(Duration.ZERO, 89).isValid()).isFalse();
    }

    @Test
    void isShownByRowAndSecond() {
        assertThat(new Report(List.of(succeeding(100, 100, 0, 10, 90, 95, 89, 100, 90, 91))).toString())
                .contains("| test | 100 | 4 s | 94 | 7 |")
                .contains("| test | 100 | 100 | 0 | 10 | 90 | 95 | 89 | 100 | 90 | 91 |");
    }

    @Test
    void isDrawnByRowAndSecond() throws Exception {
        String svg = new Chart(List.of(succeeding(100, 100, 0, 10, 90, 95, 89, 100, 90, 91))).toString();

        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        // The legend, and a bar for each second but the one without goodput.
        assertThat(svg.split("class='goodput'")).hasSize(1 + 1 + 9);
    }

    private static Result succeeding(int... succeeded) {
        return result(Arrays.stream(succeeded)
                .mapToObj(each -> new Second(100, 100, each))
                .toList());
    }

    private static Result late(Duration lateness, int baseline) {
        return new Result(
                "test",
                new Scenario(100, 500, 1, 1, 1, 1),
                List.of(new Second(100, 100, baseline)),
                new Result.Totals(7, 0, 0, 1000, lateness));
    }

    private static Result result(List<Second> seconds) {
        return new Result(
                "test",
                new Scenario(100, 500, 2, 1, seconds.size() - 3, 1),
                seconds,
                new Result.Totals(7, 0, 0, 1000, Duration.ZERO));
    }
}
