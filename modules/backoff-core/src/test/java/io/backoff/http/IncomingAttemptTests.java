package io.backoff.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingAttemptTests {

    private final Map<String, List<String>> headers = new HashMap<>();

    @Test
    void aRequestWithoutHeadersIsAFirstAttempt() {
        assertThat(read()).isEqualTo(IncomingAttempt.FIRST);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "2;max=3,2", "1;max=3;ttl=850,1", "99,15", "15,15", "16,15", "' 1 ; max=2',1", "007,7", "1;x,1"})
    void countsPreviousAttempts(String value, int previous) {
        headers.put("Retry-Attempt", List.of(value));
        assertThat(read().previous()).isEqualTo(previous);
        assertThat(read().malformed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "1,2", "a", "\"1\"", "", " ", "+1", "1 2", ";max=3", "9999999999999999"})
    void aMalformedHeaderIsAbsentAndCounted(String value) {
        headers.put("Retry-Attempt", List.of(value));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 1));
    }

    @Test
    void aRepeatedHeaderIsMalformed() {
        headers.put("Retry-Attempt", List.of("1", "1"));
        assertThat(read().malformed()).isEqualTo(1);
    }

    /** Proxies and servers may join the lines of a header. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Retry-Attempt | 0;ttl=500, 0;ttl=5",
                "Retry-Attempt | 1,1",
                "Retry-Attempt | 1;x=\"a,b\",1",
                "Retry-Attempt | 1;x=\"a,1",
                "amz-sdk-request | attempt=2; max=3, attempt=2; max=3",
                "amz-sdk-request | ,;attempt=2"
            })
    void aHeaderThatOccursTwiceInOneLineIsMalformed(String name, String value) {
        headers.put(name, List.of(value));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 1));
    }

    @Test
    void aCommaInAStringIsNoList() {
        headers.put("Retry-Attempt", List.of("1;x=\"a, \\\"b\";ttl=5"));
        assertThat(read()).isEqualTo(new IncomingAttempt(1, OptionalLong.of(5), 0));
    }

    @ParameterizedTest
    @CsvSource({"64, 0", "65, 1"})
    void anOversizedHeaderIsMalformed(int length, int malformed) {
        headers.put("Retry-Attempt", List.of("1;x=" + "a".repeat(length - 4)));
        assertThat(read().malformed()).isEqualTo(malformed);
    }

    @ParameterizedTest
    @CsvSource({
        "grpc-previous-rpc-attempts, 99999999999, ' '",
        "x-envoy-attempt-count, 99999999999, ' '",
        "amz-sdk-request, attempt=99999999999, ;x="
    })
    void thoseOfOthersHaveTheSameLimits(String name, String large, String filler) {
        headers.put(name, List.of(large));
        assertThat(read().previous()).isEqualTo(15);
        String filled = large + filler.repeat(64);
        headers.put(name, List.of(filled.substring(0, 64)));
        assertThat(read().previous()).isEqualTo(15);
        headers.put(name, List.of(filled.substring(0, 65)));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;ttl=-5", "1;ttl=", "1;ttl=x", "1;ttl", "1;ttl=1.5", "1;max=;ttl=9999999999999999"})
    void aBadParameterIsDroppedAlone(String value) {
        headers.put("Retry-Attempt", List.of(value));
        assertThat(read()).isEqualTo(new IncomingAttempt(1, OptionalLong.empty(), 0));
    }

    @Test
    void aSpentTtlIsExpired() {
        headers.put("Retry-Attempt", List.of("1;ttl=0"));
        assertThat(read().isExpired()).isTrue();
        headers.put("Retry-Attempt", List.of("1;ttl=1"));
        assertThat(read().isExpired()).isFalse();
    }

    @Test
    void theLargestCountHolds() {
        headers.put("Retry-Attempt", List.of("1"));
        headers.put("x-envoy-attempt-count", List.of("3"));
        assertThat(read().previous()).isEqualTo(2);
        headers.put("grpc-previous-rpc-attempts", List.of("4"));
        assertThat(read().previous()).isEqualTo(4);
        headers.put("amz-sdk-request", List.of("ttl=20190601T000011Z; attempt=7; max=9"));
        assertThat(read().previous()).isEqualTo(6);
    }

    @Test
    void headersOfOthersMayBeMalformedToo() {
        headers.put("x-envoy-attempt-count", List.of("many"));
        headers.put("amz-sdk-request", List.of("attempt=x"));
        headers.put("grpc-previous-rpc-attempts", List.of("-1"));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 3));
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true"})
    void isARetryAfterAPreviousAttempt(String previous, boolean retry) {
        headers.put("Retry-Attempt", List.of(previous));
        assertThat(read().isRetry()).isEqualTo(retry);
    }

    /** Senders write five minutes for any longer time. */
    @ParameterizedTest
    @CsvSource({"299999, 299999", "300000,", "300001,"})
    void fiveMinutesAreNoLimit(long sent, @Nullable Long ttl) {
        headers.put("Retry-Attempt", List.of("1;ttl=" + sent));
        assertThat(read()).isEqualTo(new IncomingAttempt(1, optional(ttl), 0));
    }

    @ParameterizedTest
    @CsvSource({
        "grpc-timeout, 1H, 3600000",
        "grpc-timeout, 2M, 120000",
        "grpc-timeout, 3S, 3000",
        "grpc-timeout, ' 850m ', 850",
        "grpc-timeout, 1500u, 2",
        "grpc-timeout, 2000u, 2",
        "grpc-timeout, 1n, 1",
        "grpc-timeout, 99999999H, 359999996400000",
        "grpc-timeout, 0S, 0",
        "x-envoy-expected-rq-timeout-ms, 250, 250"
    })
    void timeoutsOfOthersLimitTheTimeInWholeMilliseconds(String name, String value, long ttl) {
        headers.put(name, List.of(value));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.of(ttl), 0));
    }

    @ParameterizedTest
    @CsvSource({
        "grpc-timeout, ''",
        "grpc-timeout, 5",
        "grpc-timeout, 5x",
        "grpc-timeout, 123456789S",
        "x-envoy-expected-rq-timeout-ms, soon"
    })
    void malformedTimeoutsOfOthersLimitNothing(String name, String value) {
        headers.put(name, List.of(value));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 1));
        headers.put(name, List.of("5", "5"));
        assertThat(read()).isEqualTo(new IncomingAttempt(0, OptionalLong.empty(), 1));
        headers.put(name, List.of());
        assertThat(read()).isEqualTo(IncomingAttempt.FIRST);
    }

    @Test
    void theShortestTimeHolds() {
        headers.put("Retry-Attempt", List.of("1;ttl=500"));
        headers.put("grpc-timeout", List.of("400m"));
        assertThat(read().ttl()).hasValue(400);
        headers.put("x-envoy-expected-rq-timeout-ms", List.of("300"));
        assertThat(read().ttl()).hasValue(300);
        headers.put("Retry-Attempt", List.of("1;ttl=200"));
        assertThat(read().ttl()).hasValue(200);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-1S, 0",
        "PT0S, 0",
        "PT0.000000001S, 1",
        "PT0.2S, 200",
        "PT0.4S, 300",
        "PT876000H, 300",
        "PT876000H0.000000001S, 300"
    })
    void theTimeOfACallerLimitsThatOfARequest(Duration time, long ttl) {
        assertThat(new IncomingAttempt(1, OptionalLong.of(300), 0).within(time))
                .isEqualTo(new IncomingAttempt(1, OptionalLong.of(ttl), 0));
    }

    /** A longer time is that of a caller who does not limit it. */
    @ParameterizedTest
    @CsvSource({"PT876000H, 3153600000000", "PT876000H0.000000001S,", "PT2562047788015215H,"})
    void moreThanACenturyIsNoLimit(Duration time, @Nullable Long ttl) {
        assertThat(IncomingAttempt.FIRST.within(time).ttl()).isEqualTo(optional(ttl));
    }

    private static OptionalLong optional(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @Test
    void neverFailsOnHostileInput() {
        Random random = new Random(7);
        String[] names = {
            "Retry-Attempt",
            "grpc-previous-rpc-attempts",
            "x-envoy-attempt-count",
            "amz-sdk-request",
            "grpc-timeout",
            "x-envoy-expected-rq-timeout-ms"
        };
        for (int i = 0; i < 100_000; i++) {
            headers.clear();
            headers.put(names[i % names.length], List.of(HostileText.next(random)));
            assertThat(read().previous()).isBetween(0, 15);
        }
    }

    private IncomingAttempt read() {
        return IncomingAttempt.of(headers::get);
    }
}
