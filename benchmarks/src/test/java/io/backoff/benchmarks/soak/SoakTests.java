package io.backoff.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the soak test for some seconds. */
class SoakTests {

    private static final long SEED = 20_261_121;

    @Test
    @Timeout(120)
    void everythingHolds() throws InterruptedException {
        Soak soak = new Soak(Plan.of(Duration.ofSeconds(5), SEED));

        assertThat(soak.run()).isEmpty();
        assertThat(soak.report().toString()).endsWith("Everything held.\n");
    }

    @Test
    void reportsViolations() {
        List<String> told = new ArrayList<>();
        Violations violations = new Violations(told::add);

        violations.unless(true, "nothing");
        violations.unless(false, "%d instead of %d", 1, 2);

        assertThat(violations.checks()).isEqualTo(2);
        assertThat(violations.found()).singleElement().asString().endsWith("s: 1 instead of 2");
        assertThat(told).hasSize(1);
    }
}
