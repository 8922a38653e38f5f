package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.dryrun.Change.Load;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The changes whose dry runs are validated. */
final class Changes {

    private static final Load FIFTH = Load.of("20 % fail", Callees.failing(0.2));
    private static final Load THIRD = Load.of("30 % fail", Callees.failing(0.3));
    private static final Load TENTH = Load.of("10 % fail", Callees.failing(0.1));
    private static final Load DOWN = Load.of("all fail in two minutes of five, otherwise 2 %", Callees.down());
    private static final Load STALLING =
            new Load(700, 30, "700 calls a second, and a server that stalls for a second", Callees.stalling(700, 24));

    /**
     * Changes for which the assumptions of the model hold: the chance of success depends at most on the attempt's
     * number and the minute of the call, and successful attempts are fast.
     */
    static final List<Change> AS_ASSUMED = List.of(
            Change.ofPolicy("fewer-attempts", "max-attempts", "5", "2", FIFTH),
            Change.ofPolicy("more-attempts", "max-attempts", "3", "6", THIRD),
            Change.ofPolicy("longer-delay", "delay", "100ms", "1s", FIFTH),
            Change.ofPolicy("larger-multiplier", "multiplier", "2", "4", THIRD),
            Change.ofPolicy("no-jitter", "jitter", "full", "none", FIFTH),
            Change.ofPolicy("disabled", "enabled", "true", "false", TENTH),
            Change.ofPolicy("enabled", "enabled", "false", "true", TENTH),
            Change.ofBudget("ratio", "ratio", "0.1", "0.3", THIRD),
            Change.ofBudget("burst", "burst", "20", "1000", DOWN),
            Change.ofBudget("refund", "refund", "false", "true", FIFTH),
            Change.ofPolicy(
                    "throttled-delay",
                    "throttled-delay",
                    "1s",
                    "4s",
                    Load.of("20 % get 429", Callees.throttling(0.2, Duration.ZERO))),
            Change.ofPolicy(
                    "no-spread",
                    "retry-after-spread",
                    "0.5",
                    "0",
                    Load.of("20 % get 429, `Retry-After: 2`", Callees.throttling(0.2, Duration.ofSeconds(2)))),
            Change.ofPolicy(
                    "less-time",
                    "max-elapsed",
                    "30s",
                    "3s",
                    Load.of("30 % fail, after 1 s", Callees.failingSlowly(0.3))),
            Change.ofPolicy("outage", "max-attempts", "3", "5", DOWN));

    /**
     * Changes for which an assumption of the model does not hold: the chance of success also depends on the exact time
     * of the attempt or on the load, or successful attempts are slow.
     */
    static final List<Change> OTHERWISE = List.of(
            Change.ofPolicy(
                    "gaps",
                    "delay",
                    "100ms",
                    "10s",
                    Load.of("all fail for 5 s of each half minute, otherwise 2 %", Callees.gaps())),
            Change.ofPolicy(
                    "locks",
                    "delay",
                    "100ms",
                    "2s",
                    Load.of("20 % of the calls fail in their first second", Callees.locks())),
            Change.ofPolicy(
                    "less-time-for-all",
                    "max-elapsed",
                    "30s",
                    "3s",
                    Load.of("every attempt takes 1 s, 30 % fail", Callees.slow(0.3))),
            Change.ofPolicy("overload-no-budget", "max-attempts", "1", "4", STALLING),
            Change.ofPolicy("overload", "max-attempts", "1", "4", STALLING));

    static final List<Change> ALL =
            Stream.of(AS_ASSUMED, OTHERWISE).flatMap(List::stream).toList();

    private Changes() {}
}
