package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.benchmarks.overload.ThrottlingSimulation.Returns;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests, in virtual time, when ten thousand clients return that got the same response. */
class ThrottlingSimulationTests {

    private static final int CLIENTS = ThrottlingSimulation.CLIENTS;
    private static final List<Returns> RESULTS = ThrottlingSimulation.run();

    @Test
    void pageShowsTheTable() throws IOException {
        Page.assertShows(ThrottlingSimulation.table(RESULTS));
    }

    @Test
    void clientsNeverReturnBeforeTheHint() {
        assertThat(RESULTS)
                .allSatisfy(each ->
                        assertThat(each.server().firstReturn()).isEqualTo(Duration.ofSeconds(each.retryAfter())));
    }

    /** Nearly all calls are lost: the server accepts some in one tenth of a second of each round. */
    @Test
    void clientsReturnTogetherWithoutSpread() {
        assertThat(RESULTS)
                .filteredOn(each -> each.policy().equals("no-spread"))
                .hasSize(2)
                .allSatisfy(each -> {
                    assertThat(each.server().peak()).isEqualTo(CLIENTS);
                    assertThat(each.lost()).isEqualTo(CLIENTS - 2 * ThrottlingServer.LIMIT);
                });
    }

    @Test
    void spreadIsUniform() {
        assertThat(RESULTS)
                .filteredOn(each -> each.policy().equals("spread"))
                .hasSize(2)
                .allSatisfy(each -> {
                    int tenths = each.retryAfter() * 10 / 2;
                    assertThat(each.server().peak()).isBetween(CLIENTS / tenths, CLIENTS / tenths * 3 / 2);
                    assertThat(each.lost()).isLessThan(CLIENTS / 100);
                });
    }

    @Test
    void throttledDelaySpreadsClientsWithoutHint() {
        assertThat(result("usual-delay").server().peak()).isGreaterThan(CLIENTS / 2);
        assertThat(result("throttled-delay").server().peak()).isBetween(CLIENTS / 10, CLIENTS / 5);
        assertThat(result("throttled-delay").lost())
                .isLessThan(result("usual-delay").lost());
    }

    private static Returns result(String policy) {
        return RESULTS.stream()
                .filter(each -> each.policy().equals(policy))
                .findFirst()
                .orElseThrow();
    }
}
