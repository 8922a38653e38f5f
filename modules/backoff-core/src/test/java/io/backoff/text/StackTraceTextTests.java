package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackTraceTextTests {

    @Test
    void showsEachFrameAndCause() {
        IllegalStateException failure =
                with(new IllegalStateException("no", with(new IOException("down"), "send", "run")), "order", "run");
        assertThat(StackTraceText.of(failure).lines())
                .containsExactly(
                        "",
                        "\tat shop.Shop.order(Shop.java:5)",
                        "\tat shop.Shop.run(Shop.java:3)",
                        "Caused by: java.io.IOException: down",
                        "\tat shop.Shop.send(Shop.java:4)",
                        "\t... 1 frame as above");
    }

    @Test
    void showsEqualFramesOnce() {
        IOException failure = with(new IOException("third"), "send", "last", "order", "run");
        failure.addSuppressed(with(new IOException("first"), "send", "next", "order", "run"));
        failure.addSuppressed(with(new IOException("second"), "send", "last", "order", "run"));
        assertThat(StackTraceText.of(failure).lines().skip(5))
                .containsExactly(
                        "Suppressed: java.io.IOException: first",
                        "\t... 1 frame as above",
                        "\tat shop.Shop.next(Shop.java:4)",
                        "\t... 2 frames as above",
                        "Suppressed: java.io.IOException: second",
                        "\t... 4 frames as above");
    }

    @Test
    void leavesTheFailureAsItIs() {
        IOException failure = with(new IOException("second"), "send", "run");
        IOException earlier = with(new IOException("first"), "send", "run");
        failure.addSuppressed(earlier);
        StackTraceText.of(failure);
        assertThat(failure.getSuppressed()).containsExactly(earlier);
        assertThat(earlier.getStackTrace()).isEqualTo(failure.getStackTrace()).hasSize(2);
    }

    @Test
    void endsWhereFailuresNameOneAnother() {
        IOException one = with(new IOException("one"), "run");
        IOException other = with(new IOException("other", one), "run");
        one.addSuppressed(other);
        assertThat(StackTraceText.of(one)).containsOnlyOnce("other").doesNotContain("one");
    }

    @Test
    void isBoundedAndOnOneLineEach() {
        StackTraceElement[] frames = new StackTraceElement[100_000];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new StackTraceElement("shop.Shop", "again", "Shop.java", i);
        }
        IOException deep = new IOException("deep");
        deep.setStackTrace(frames);
        for (int i = 0; i < 1_000; i++) {
            deep.addSuppressed(with(new IOException("a\r\nb" + "x".repeat(10_000)), "other"));
        }
        assertThat(StackTraceText.of(deep).lines()).hasSizeLessThan(300).contains("\t... 99800 frames left out");
        assertThat(StackTraceText.of(deep)).hasSizeLessThan(30_000).contains("java.io.IOException: a bx");
    }

    @ParameterizedTest
    @CsvSource({"200, 200", "201, 201"})
    void saysWhatItLeavesOutOnlyIfItDoes(int frames, int lines) {
        StackTraceElement[] deep = new StackTraceElement[frames];
        for (int i = 0; i < frames; i++) {
            deep[i] = new StackTraceElement("shop.Shop", "again", "Shop.java", i);
        }
        IOException failure = new IOException("deep");
        failure.setStackTrace(deep);
        assertThat(StackTraceText.of(failure).lines().skip(1)).hasSize(lines);
    }

    @Test
    void showsTwentyFailures() {
        IOException failure = with(new IOException("last"), "run");
        for (int i = 0; i < 30; i++) {
            failure.addSuppressed(with(new IOException("earlier"), "run"));
        }
        assertThat(StackTraceText.of(failure).lines().filter(line -> line.startsWith("Suppressed")))
                .hasSize(19);
    }

    /** The line of a frame is the length of its name. */
    private static <T extends Throwable> T with(T failure, String... methods) {
        StackTraceElement[] frames = new StackTraceElement[methods.length];
        for (int i = 0; i < methods.length; i++) {
            frames[i] = new StackTraceElement("shop.Shop", methods[i], "Shop.java", methods[i].length());
        }
        failure.setStackTrace(frames);
        return failure;
    }
}
