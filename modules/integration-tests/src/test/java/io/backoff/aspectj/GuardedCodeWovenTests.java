package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.annotation.AliasFor;
import reactor.core.publisher.Mono;

/** Guarded code in plain objects, none of them a bean. */
class GuardedCodeWovenTests {

    private static int failures;
    private static int attempts;

    private final Plain plain = new Plain();

    @BeforeEach
    void failTwice() {
        failures = 2;
        attempts = 0;
    }

    @Test
    void retriesAPrivateMethodThatItsObjectCalls() {
        run(running -> {
            assertThat(plain.selfInvoking("x")).isEqualTo("x after 3");
            assertThat(running.getBean(FakeTime.class).waits())
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
        });
    }

    @Test
    void retriesAStaticMethod() {
        run(running -> assertThat(Plain.ofNobody("x")).isEqualTo("x after 3"));
    }

    @Test
    void retriesAFinalMethod() {
        run(running -> assertThat(plain.unchangeable("x")).isEqualTo("x after 3"));
    }

    @Test
    void retriesAFuture() {
        run(running -> assertThat(plain.future("x").join()).isEqualTo("x after 3"));
    }

    @Test
    void retriesAMono() {
        run(running -> assertThat(plain.mono("x").block()).isEqualTo("x after 3"));
    }

    @Test
    void retriesWhatAnAnnotationOfTheApplicationStandsFor() {
        run(running -> {
            assertThatThrownBy(() -> plain.composed("x")).hasMessage("failure 2");
            assertThat(attempts).isEqualTo(2);
        });
    }

    @Test
    void retriesThePublicMethodsOfAnAnnotatedClass() {
        run(running -> {
            Covered covered = new Covered();
            assertThat(covered.open("x")).isEqualTo("x after 3");
            failTwice();
            assertThatThrownBy(() -> covered.closed("x")).hasMessage("failure 1");
        });
    }

    @Test
    void leavesTheMethodsOfEveryObjectAlone() {
        run(running -> {
            assertThatThrownBy(() -> new Covered().toString()).hasMessage("failure 1");
            assertThat(attempts).isEqualTo(1);
        });
    }

    @Test
    void retriesOnceWhereAnOverrideCallsWhatItOverrides() {
        failures = 9;
        run(running -> {
            assertThatThrownBy(() -> new Extended().unchanged("x")).hasMessage("failure 3");
            attempts = 0;
            assertThatThrownBy(() -> new Extended().overridden("x")).hasMessage("failure 2");
            assertThat(attempts).isEqualTo(2);
        });
    }

    @Test
    void givesEachAttemptTheArgumentsOfTheCaller() {
        run(running -> {
            assertThat(plain.reassigning("x", 1)).isEqualTo("x1");
            assertThat(plain.seen).containsExactly("x1", "x1", "x1");
        });
    }

    @Test
    void throwsACheckedExceptionAsItIs() {
        IOException failure = new IOException("x");
        run(running -> assertThatThrownBy(() -> plain.throwing(failure)).isSameAs(failure));
    }

    @Test
    void callsAFallbackOfTheObject() {
        failures = 9;
        run(running -> assertThat(plain.withFallback("x")).isEqualTo("x instead of failure 3"));
    }

    @Test
    void callsAStaticFallbackForAStaticMethod() {
        failures = 9;
        run(running -> assertThat(Plain.staticWithFallback("x")).isEqualTo("x at last"));
    }

    @Test
    void rejectsAFallbackThatHasNoObject() {
        run(running -> assertThatThrownBy(() -> Plain.staticWithoutTarget("x"))
                .hasMessageContaining("staticWithoutTarget")
                .hasMessageContaining("fallback 'instead' does not resolve"));
    }

    @Test
    void asksTheObjectAboutResults() {
        run(running -> {
            assertThat(plain.untilReady("x")).isEqualTo("x3");
            attempts = 0;
            assertThat(Plain.staticUntil(3)).isEqualTo(3);
        });
    }

    @Test
    void saysAtTheCallWhatCannotWork() {
        run(running -> assertThatThrownBy(() -> plain.onUnknownPolicy("x"))
                .hasMessageContaining("there is no policy 'twiec'"));
    }

    private static void run(Consumer<AssertableApplicationContext> test) {
        WovenContexts.runner().run(running -> {
            assertThat(running).hasNotFailed();
            test.accept(running);
        });
    }

    private static String attempt(String value) {
        attempts++;
        if (attempts <= failures) {
            throw new IllegalStateException("failure " + attempts);
        }
        return value + " after " + attempts;
    }

    static class Plain {

        final List<String> seen = new ArrayList<>();

        String selfInvoking(String value) {
            return hidden(value);
        }

        @Backoff
        private String hidden(String value) {
            return attempt(value);
        }

        @Backoff
        static String ofNobody(String value) {
            return attempt(value);
        }

        @Backoff
        final String unchangeable(String value) {
            return attempt(value);
        }

        @Backoff
        CompletableFuture<String> future(String value) {
            return CompletableFuture.supplyAsync(() -> attempt(value));
        }

        @Backoff
        Mono<String> mono(String value) {
            return Mono.fromSupplier(() -> attempt(value));
        }

        @Composed("twice")
        String composed(String value) {
            return attempt(value);
        }

        @Backoff
        String reassigning(String text, int number) {
            seen.add(text + number);
            String before = text + number;
            text = "changed";
            number = 0;
            attempt(text + number);
            return before;
        }

        @Backoff
        void throwing(IOException failure) throws IOException {
            throw failure;
        }

        @Backoff(fallback = "instead")
        private String withFallback(String value) {
            return attempt(value);
        }

        private String instead(String value, Exception failure) {
            return value + " instead of " + failure.getMessage();
        }

        @Backoff(fallback = "atLast")
        static String staticWithFallback(String value) {
            return attempt(value);
        }

        private static String atLast(String value) {
            return value + " at last";
        }

        @Backoff(fallback = "instead")
        static String staticWithoutTarget(String value) {
            return attempt(value);
        }

        @Backoff(retryOnResult = "#result != #value + #root.readyAt()")
        private String untilReady(String value) {
            attempts++;
            return value + attempts;
        }

        public int readyAt() {
            return 3;
        }

        @Backoff(retryOnResult = "#result < #wanted")
        static int staticUntil(int wanted) {
            attempts++;
            return attempts;
        }

        @Backoff("twiec")
        String onUnknownPolicy(String value) {
            return attempt(value);
        }
    }

    @Backoff
    @Retention(RetentionPolicy.RUNTIME)
    @interface Composed {

        @AliasFor(annotation = Backoff.class, attribute = "value")
        String value();
    }

    @Backoff
    static class Covered {

        public String open(String value) {
            return attempt(value);
        }

        String closed(String value) {
            return attempt(value);
        }

        @Override
        public String toString() {
            return attempt("text");
        }
    }

    static class Base {

        @Backoff
        String overridden(String value) {
            return attempt(value);
        }

        @Backoff
        String unchanged(String value) {
            return attempt(value);
        }
    }

    static class Extended extends Base {

        @Override
        @Backoff("twice")
        String overridden(String value) {
            return super.overridden(value);
        }
    }
}
