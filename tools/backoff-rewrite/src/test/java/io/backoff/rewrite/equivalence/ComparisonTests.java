package io.backoff.rewrite.equivalence;

import static io.backoff.rewrite.equivalence.Library.SPRING_RETRY;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison notices what differs. Recipes are replaced by texts here. */
class ComparisonTests {

    private static final Case GROWING = Case.of("@Backoff", "delay")
            .annotated(
                    SPRING_RETRY,
                    "@Retryable(retryFor = WarehouseDownException.class, maxAttempts = 4, backoff = @Backoff(delay = 100, multiplier = 2))");
    private static final Case RANDOM = Case.of("@Backoff", "random")
            .annotated(
                    SPRING_RETRY,
                    "@Retryable(maxAttempts = 4, backoff = @Backoff(delay = 100, multiplier = 2, random = true))")
            .isRandom();
    private static final String SAME = """
            backoff:
              nested: independent
              deadlines: independent
              policies:
                orders:
                  max-attempts: 4
                  delay: 100ms
                  max-delay: 30s
                  jitter: none
                  max-elapsed: 0
                  budget: none
                  honor-retry-after: false
                  throttled-delay: 0
                  retry-on: io.backoff.rewrite.equivalence.WarehouseDownException
                  abort-on: []
                  retry-on-status: []
            """;

    @Test
    void acceptsTheSame() {
        compare(GROWING, SAME);
    }

    @ParameterizedTest
    @CsvSource({
        "max-attempts: 4, max-attempts: 5",
        "delay: 100ms, delay: 110ms",
        "max-delay: 30s, max-delay: 300ms",
        "jitter: none, jitter: full",
        "retry-on: io.backoff.rewrite.equivalence.WarehouseDownException, retry-on: java.io.IOException",
        "retry-on: io.backoff.rewrite.equivalence.WarehouseDownException, retry-on: java.lang.Exception",
        "abort-on: [], abort-on: io.backoff.rewrite.equivalence.WarehouseDownException$Burning",
    })
    void rejectsADifference(String same, String different) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> compare(GROWING, SAME.replace(same, different)));
    }

    @Test
    void acceptsTheSameDistribution() {
        compare(RANDOM, random("150ms", "0.3333"));
    }

    @ParameterizedTest
    @CsvSource({"150ms, 0.5", "140ms, 0.3333", "150ms, 0.25"})
    void rejectsAnotherDistribution(String delay, String factor) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> compare(RANDOM, random(delay, factor)))
                .withMessageContaining("before retry");
    }

    private static String random(String delay, String factor) {
        return SAME.replace("delay: 100ms", "delay: " + delay)
                .replace("jitter: none", "jitter: proportional\n      jitter-factor: " + factor + "\n      cap: clip")
                .replace(
                        "retry-on: io.backoff.rewrite.equivalence.WarehouseDownException",
                        "retry-on: java.lang.Exception");
    }

    private static void compare(Case each, String configuration) {
        Comparison.assertSame(SPRING_RETRY, each, files -> migrated(files, configuration));
    }

    private static Map<String, String> migrated(Map<String, String> files, String configuration) {
        var after = new LinkedHashMap<>(files);
        after.replaceAll((path, text) -> text.replaceAll("(?m)@Retryable.*$", "@io.backoff.Backoff(\"orders\")"));
        after.put(Case.YAML, configuration);
        return after;
    }
}
