package io.backoff.http.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.http.tiers.Bank.Trouble;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/**
 * The number of requests that reach the bank behind three applications, for one request of a user. Each application
 * makes at most three attempts.
 *
 * <p>Where orders is slow, it takes 0.4 s before it calls payments, and the user leaves after half a second. The time is
 * that of the clock that all applications share.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class TierContract {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final WebApplicationType type;
    private final Class<?> application;
    private final Bank bank = new Bank();
    private final Chain cooperating;
    private final Chain independent;

    TierContract(WebApplicationType type, Class<?> application) {
        this.type = type;
        this.application = application;
        cooperating = new Chain(type, application);
        independent = independent("backoff.deadlines=inherit");
    }

    /** Starts tiers that each retry as if they were alone. */
    final Chain independent(String setting) {
        return new Chain(
                type,
                application,
                "backoff.nested=independent",
                "backoff.policies.default.budget=none",
                "backoff.policies.default.jitter=none",
                setting);
    }

    @AfterAll
    void close() throws Exception {
        cooperating.close();
        independent.close();
        bank.close();
    }

    @ParameterizedTest
    @EnumSource
    void alonePerTierTheirAttemptsMultiply(Trouble trouble) {
        independent.forget(bank.in(trouble));

        HttpResponse<String> response = independent.post("/charge");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).isEmpty();
        assertThat(independent.calls()).containsExactly(3, 9, 27);
        assertArrived(trouble, 27);
    }

    @ParameterizedTest
    @EnumSource
    void togetherTheyMakeThoseOfOne(Trouble trouble) {
        cooperating.forget(bank.in(trouble));

        HttpResponse<String> response = cooperating.post("/charge");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-Pushback-Ms")).hasValue("-1");
        assertThat(cooperating.calls()).containsExactly(1, 1, 3);
        assertArrived(trouble, 3);
    }

    @Test
    void budgetsLeaveLittleMoreThanOneRequestEach() {
        cooperating.forget(bank.in(Trouble.ANSWERS_503));
        int users = 110;

        for (int i = 0; i < users; i++) {
            assertThat(cooperating.post("/charge").statusCode()).isEqualTo(503);
        }

        assertThat(cooperating.calls().subList(0, 2)).containsExactly(users, users);
        // The burst of 20, and the tokens that the reserve grants while the first few requests wait.
        assertThat(bank.requests()).isBetween(users + 20, users + 22).isLessThanOrEqualTo(users * 12 / 10);
    }

    /** Each tier sends a response of its own, so that only request headers carry retries. */
    @Test
    void chainStopReachesTheLastTier() {
        cooperating.forget(bank.in(Trouble.ANSWERS_503));

        assertThat(cooperating.post("/charge-and-hide").statusCode()).isEqualTo(500);

        // 3 for the first request of the gateway and of orders; 1 for each that is a retry, or part of one.
        assertThat(cooperating.calls()).containsExactly(3, 5, 7);
        assertThat(bank.requests()).isEqualTo(7);
    }

    @Test
    void aRetryOfTheUserIsOneRequestEverywhere() {
        cooperating.forget(bank.in(Trouble.ANSWERS_503));

        cooperating.post("/charge", "Retry-Attempt", "1;max=3");

        assertThat(cooperating.calls()).containsExactly(1, 1, 1);
        assertThat(bank.requests()).isEqualTo(1);
    }

    @Test
    void alsoBehindATierThatRetriesNothing() {
        cooperating.forget(bank.in(Trouble.ANSWERS_503));

        cooperating.post("/pass-on", "Retry-Attempt", "1;max=3");

        assertThat(cooperating.calls()).containsExactly(1, 1, 1);
    }

    @Test
    void independentTiersTakeNoNotice() {
        independent.forget(bank.in(Trouble.ANSWERS_503));

        independent.post("/pass-on", "Retry-Attempt", "1;max=3");

        assertThat(independent.calls()).containsExactly(1, 3, 9);
    }

    /** One request of the gateway, times 3 times 3: orders and payments do not know when the user leaves. */
    @Test
    void theFirstTierStopsWhenTheUserLeaves() {
        assertRequests(independent, 9, 8);
    }

    /** The first retry of payments would come too late. */
    @Test
    void allTiersStopWhenFirstAttemptsSayHowLongTheyWait() {
        try (Chain informed = independent("backoff.http.client.attempt-header=always")) {
            assertRequests(informed, 1, 0);
        }
    }

    /** Asserts how many requests reach the bank, and how many of them after the user has left. */
    final void assertRequests(Chain chain, int requests, int unawaited) {
        chain.forget(bank.in(Trouble.ANSWERS_503));
        Duration end = chain.now().plus(PATIENCE);
        List<Duration> arrivals = new CopyOnWriteArrayList<>();
        bank.onRequest(() -> arrivals.add(chain.now()));

        HttpResponse<String> response = chain.post("/charge-slowly", "Retry-Attempt", "0;ttl=" + PATIENCE.toMillis());

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(arrivals).hasSize(requests);
        assertThat(arrivals).filteredOn(each -> each.compareTo(end) >= 0).hasSize(unawaited);
    }

    private void assertArrived(Trouble trouble, int requests) {
        assertThat(bank.requests()).isEqualTo(trouble == Trouble.REFUSES_CONNECTIONS ? 0 : requests);
    }
}
