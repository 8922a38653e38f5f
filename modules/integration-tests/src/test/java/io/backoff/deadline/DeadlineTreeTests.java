package io.backoff.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.stats.CallStatisticsRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random trees of calls with random limits, delays and durations, compared with a model: of each call, when it ends at
 * the latest, and when each of its attempts does.
 */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
class DeadlineTreeTests {

    private static final List<Way> WAYS = List.of(
            BlockingWay.OPERATIONS,
            BlockingWay.POLL,
            FutureWay.FUTURE_OPERATIONS,
            FutureWay.MONO_OPERATIONS,
            FutureWay.FLUX_OPERATIONS);
    private static final int TREES = 400;
    private static final int DEPTH = 4;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    // The policies: no two limits are multiples of each other.
    private static final long[] MAX_ELAPSED = {0, 701_000_003, 2_300_000_007L, 7_100_000_001L};
    private static final long[] DELAYS = {0, 97_000_001, 1_010_000_009};
    private static final long[] ATTEMPT_TIMEOUTS = {0, 1_300_000_011};

    private final List<Limits> all = new ArrayList<>();
    private final Map<Way, List<Limits>> policies = new HashMap<>();
    private final AtomicReference<AssertionError> wrong = new AtomicReference<>();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong withoutAttempt = new AtomicLong();
    private DeadlineApplication application;
    private SplittableRandom random;
    private long calls;

    @BeforeAll
    void start() {
        List<String> properties = new ArrayList<>();
        for (long maxElapsed : MAX_ELAPSED) {
            for (long delay : DELAYS) {
                for (long timeout : ATTEMPT_TIMEOUTS) {
                    define("p%d-%d-%d".formatted(maxElapsed, delay, timeout), maxElapsed, delay, timeout, properties);
                }
            }
        }
        application = new DeadlineApplication(List.of(), properties.toArray(String[]::new));
    }

    private void define(String name, long maxElapsed, long delay, long timeout, List<String> properties) {
        // Fake time does not wait for a delay in a task that is delayed itself.
        boolean waitsFirst = delay == DELAYS[2] && timeout == 0;
        Limits limits = new Limits(name, maxElapsed, timeout, waitsFirst);
        all.add(limits);
        for (Way way : WAYS) {
            // A publisher that is cut and retried in the middle of an attempt would make attempts at the same time.
            boolean times = timeout == 0 || way == FutureWay.FUTURE_OPERATIONS;
            if (times && !(waitsFirst && way instanceof AsyncWay)) {
                policies.computeIfAbsent(way, key -> new ArrayList<>()).add(limits);
            }
        }
        String prefix = "backoff.policies." + name;
        properties.add(prefix + ".max-elapsed=" + maxElapsed + "ns");
        properties.add(prefix + ".delay=" + delay + "ns");
        properties.add(prefix + ".attempt-timeout=" + timeout + "ns");
        properties.add(prefix + ".max-attempts=4");
        properties.add(prefix + ".wait-first=" + waitsFirst);
        properties.add(prefix + ".budget=none");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noAttemptStartsAfterTheEndOfACallAround(long seed) {
        random = new SplittableRandom(seed);
        calls = 0;
        wrong.set(null);
        attempts.set(0);
        withoutAttempt.set(0);
        long before = ended();
        for (int tree = 0; tree < TREES; tree++) {
            quietly(() -> call(DEPTH, NEVER));
        }
        assertThat(wrong).hasNullValue();
        assertThat(ended() - before).as("outcomes").isEqualTo(calls);
        assertThat(CurrentAttempt.get()).isEmpty();
        // Otherwise the trees would test nothing.
        assertThat(attempts).hasValueGreaterThan(1_000);
        assertThat(withoutAttempt).hasValueGreaterThan(20);
    }

    /** Makes a call whose attempts wait, fail and make further calls, in an attempt that ends at the given time. */
    private void call(int depth, long around) throws Throwable {
        Way way = any(WAYS);
        Limits limits = any(policies.get(way));
        long begun = now();
        long end = Math.min(around, limits.maxElapsed == 0 ? NEVER : begun + limits.maxElapsed);
        long[] made = new long[1];
        calls++;
        try {
            way.call(application.context(), limits.policy, () -> {
                made[0]++;
                return attempt(depth, end, limits);
            });
        } finally {
            if (begun > around) {
                check(() -> assertThat(made[0])
                        .as("attempts of a call that is too late")
                        .isZero());
                withoutAttempt.incrementAndGet();
            } else if (begun < around && !limits.waitsFirst) {
                check(() -> assertThat(made[0]).as("attempts").isPositive());
            }
        }
    }

    // An attempt may have been cut when it finds something wrong, so that its failure is lost.
    private void check(Runnable assertion) {
        try {
            assertion.run();
        } catch (AssertionError failure) {
            wrong.compareAndSet(null, failure);
        }
    }

    private Object attempt(int depth, long end, Limits limits) throws Exception {
        attempts.incrementAndGet();
        long started = now();
        check(() -> assertThat(started).as("start of an attempt").isLessThanOrEqualTo(end));
        long attemptEnd = limits.attemptTimeout == 0 ? end : Math.min(end, started + limits.attemptTimeout);
        for (int step = random.nextInt(4); step > 0; step--) {
            checkLeft(end);
            if (depth == 0 || random.nextBoolean()) {
                application.time().advance(Duration.ofNanos(random.nextLong(1 + random.nextLong(3 * SECOND))));
            } else if (random.nextInt(4) == 0) {
                throwing(() -> call(depth - 1, attemptEnd));
            } else {
                quietly(() -> call(depth - 1, attemptEnd));
            }
        }
        checkLeft(end);
        if (random.nextInt(5) < 3) {
            throw new IOException("failed");
        }
        return "done";
    }

    private void checkLeft(long end) {
        Duration left = DeadlineApplication.remaining();
        check(() -> assertThat(left).as("time left").isEqualTo(left(end)));
    }

    private Duration left(long end) {
        return end == NEVER ? null : Duration.ofNanos(Math.max(0, end - now()));
    }

    private long now() {
        return application.time().nanoTime();
    }

    private long ended() {
        CallStatisticsRegistry statistics = application.context().getBean(CallStatisticsRegistry.class);
        return all.stream()
                .flatMap(each -> statistics.counts(each.policy).values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static void throwing(Step step) throws Exception {
        try {
            step.run();
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    private static void quietly(Step step) {
        try {
            step.run();
        } catch (Throwable expected) {
            return;
        }
    }

    private record Limits(String policy, long maxElapsed, long attemptTimeout, boolean waitsFirst) {}

    private interface Step {

        void run() throws Throwable;
    }
}
