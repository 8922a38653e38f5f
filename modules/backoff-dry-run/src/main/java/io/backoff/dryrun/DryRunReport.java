package io.backoff.dryrun;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.endpoint.ScheduleRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The response to a change request with {@code dryRun}: the predicted effect. Durations are in ISO-8601 format, and
 * shares between 0 and 1.
 *
 * @param property the property to change; absent if there are several
 * @param from the current value of the property; absent if it has none, or if there are several properties
 * @param to the value of the property after the change; absent if it has none, or if there are several properties
 * @param properties the properties to change, by name; absent if there is only one
 * @param policies the policies whose calls may be affected; absent if only the changed policy is affected
 * @param schedule the delay before each attempt; absent if a budget is changed
 * @param worstCase maximum total delay of one call; absent if it is unbounded, or if a budget is changed
 * @param observed the observed calls under these policies
 * @param reason limitations of the figures, and why there is no {@code replay}; absent if the figures are complete
 * @param replay the replay of the observed calls; absent if it is impossible
 * @param outage the simulation of an outage, in which every attempt fails
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DryRunReport(
        @Nullable String property,
        @Nullable String from,
        @Nullable String to,
        @Nullable Map<String, Values> properties,
        @Nullable List<String> policies,
        @Nullable ScheduleChange schedule,
        @Nullable Values worstCase,
        Observed observed,
        @Nullable String reason,
        @Nullable Replay replay,
        Outage outage) {

    /**
     * Values before and after the change.
     *
     * @param from the current value; absent if there is none
     * @param to the value after the change; absent if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Values(@Nullable String from, @Nullable String to) {}

    /**
     * The delay before each attempt, at most 16 rows.
     *
     * @param from the delays under the current settings
     * @param to the delays after the change
     */
    record ScheduleChange(List<ScheduleRow> from, List<ScheduleRow> to) {}

    /**
     * The observed calls.
     *
     * @param calls number of observed calls
     * @param since start of the observation: the start of the application or, if later, ten to eleven minutes ago
     * @param callsPerSecond mean number of calls per second
     * @param failedAttempts share of failed attempts
     */
    record Observed(long calls, String since, double callsPerSecond, double failedAttempts) {}

    /**
     * The replay of the observed calls.
     *
     * @param attemptsPerCall mean number of attempts
     * @param succeeded share of calls that succeed
     * @param denied share of retries that the budget denies
     * @param addedDelay total delay that the policy adds to a call
     */
    record Replay(Numbers attemptsPerCall, Numbers succeeded, Numbers denied, DelayChange addedDelay) {}

    /**
     * The simulation of an outage, in which every attempt fails.
     *
     * @param seconds length of the outage
     * @param attemptsPerCall mean number of attempts
     */
    record Outage(long seconds, Numbers attemptsPerCall) {}

    /**
     * Numbers before and after the change.
     *
     * @param from the number under the current settings
     * @param to the number after the change
     */
    record Numbers(double from, double to) {}

    /**
     * The total delay of a call, before and after the change.
     *
     * @param from the delay under the current settings
     * @param to the delay after the change
     */
    record DelayChange(TotalDelay from, TotalDelay to) {}

    /**
     * The total delay that the policy adds to a call: the sum of the delays before its attempts.
     *
     * @param mean the mean over all calls
     * @param p99 the 99th percentile
     */
    record TotalDelay(String mean, String p99) {}
}
