package io.backoff.dryrun;

import io.backoff.config.change.SettingPreview.Value;
import io.backoff.dryrun.DryRunReport.DelayChange;
import io.backoff.dryrun.DryRunReport.Numbers;
import io.backoff.dryrun.DryRunReport.Observed;
import io.backoff.dryrun.DryRunReport.Outage;
import io.backoff.dryrun.DryRunReport.Replay;
import io.backoff.dryrun.DryRunReport.ScheduleChange;
import io.backoff.dryrun.DryRunReport.TotalDelay;
import io.backoff.dryrun.DryRunReport.Values;
import io.backoff.dryrun.Figures.Comparison;
import io.backoff.endpoint.ScheduleRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns the result of a dry run into the response of the endpoint. Rounds the figures to four digits, and omits members
 * that would only repeat the request or do not apply to the change of a budget.
 */
final class DryRunReports {

    private static final MathContext DIGITS = new MathContext(4);

    private DryRunReports() {}

    /**
     * Creates the report.
     *
     * @param name the changed policy or budget
     * @param reason limitations of the figures; {@code null} if there are none
     */
    static DryRunReport of(DryRun run, String name, @Nullable String reason) {
        Map.Entry<String, Value> single =
                run.values().size() == 1 ? run.values().entrySet().iterator().next() : null;
        return new DryRunReport(
                single == null ? null : single.getKey(),
                single == null ? null : single.getValue().from(),
                single == null ? null : single.getValue().to(),
                single == null ? values(run.values()) : null,
                run.policy() != null && run.policies().equals(Set.of(name)) ? null : List.copyOf(run.policies()),
                run.policy() == null ? null : schedule(run.policy()),
                run.policy() == null ? null : worstCase(run.policy()),
                observed(run.observed()),
                reason,
                run.replay() == null ? null : replay(run.replay()),
                new Outage(DryRun.OUTAGE.toSeconds(), numbers(run.outage(), Figures::attemptsPerCall)));
    }

    private static Map<String, Values> values(Map<String, Value> changed) {
        Map<String, Values> values = new LinkedHashMap<>();
        changed.forEach((name, value) -> values.put(name, new Values(value.from(), value.to())));
        return values;
    }

    private static ScheduleChange schedule(DryRun.Policy policy) {
        return new ScheduleChange(ScheduleRow.of(policy.from()), ScheduleRow.of(policy.to()));
    }

    private static @Nullable Values worstCase(DryRun.Policy policy) {
        String from = policy.from().worstCase().map(Duration::toString).orElse(null);
        String to = policy.to().worstCase().map(Duration::toString).orElse(null);
        return from == null && to == null ? null : new Values(from, to);
    }

    private static Observed observed(DryRun.Observed observed) {
        return new Observed(
                observed.calls(),
                observed.since().truncatedTo(ChronoUnit.SECONDS).toString(),
                rounded(observed.callsPerSecond()),
                rounded(observed.failedAttempts()));
    }

    private static Replay replay(Comparison replay) {
        return new Replay(
                numbers(replay, Figures::attemptsPerCall),
                numbers(replay, Figures::succeeded),
                numbers(replay, Figures::denied),
                new DelayChange(delay(replay.from()), delay(replay.to())));
    }

    private static Numbers numbers(Comparison comparison, ToDoubleFunction<Figures> figure) {
        return new Numbers(
                rounded(figure.applyAsDouble(comparison.from())), rounded(figure.applyAsDouble(comparison.to())));
    }

    private static TotalDelay delay(Figures figures) {
        return new TotalDelay(text(figures.meanDelay()), text(figures.p99Delay()));
    }

    private static String text(Duration delay) {
        return delay.truncatedTo(ChronoUnit.MICROS).toString();
    }

    private static double rounded(double number) {
        return BigDecimal.valueOf(number).round(DIGITS).doubleValue();
    }
}
