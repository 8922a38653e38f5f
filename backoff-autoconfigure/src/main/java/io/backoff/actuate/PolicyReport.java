package io.backoff.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Setting;
import io.backoff.endpoint.ScheduleRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a policy. Durations are in ISO-8601, regardless of the application's own JSON format.
 *
 * @param properties every property that has a value, in the order of the documentation
 * @param schedule the delay before each attempt, at most 16 rows
 * @param throttledSchedule the schedule for a callee that throttles every attempt; absent if equal to {@code schedule}
 * @param estimated {@code true} if the expected delays are estimates; absent if they are exact
 * @param worstCase longest total delay of one call, without Retry-After; absent if unbounded
 * @param throttledWorstCase the longest total delay for a callee that throttles every attempt; absent if equal to
 *     {@code worstCase}
 * @param budget name of the budget, or {@code none}
 * @param pace the current pace; absent if the callee does not throttle
 * @param calls calls by outcome, without outcomes that never occurred
 * @param enabled whether retries are enabled
 * @param disabledBy the property that disables retries; absent if they are enabled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PolicyReport(
        Map<String, Property> properties,
        List<ScheduleRow> schedule,
        @Nullable List<ScheduleRow> throttledSchedule,
        @Nullable Boolean estimated,
        @Nullable String worstCase,
        @Nullable String throttledWorstCase,
        String budget,
        @Nullable PaceReport pace,
        Map<String, Long> calls,
        boolean enabled,
        @Nullable String disabledBy) {

    /**
     * One property.
     *
     * @param value the value in configuration format; numbers and booleans unchanged
     * @param origin where the value is set: {@code application.yml:12:17}, {@code preset celery}, {@code actuator},
     *     {@code default}
     * @param text the value in human-readable form, such as {@code 200 ms}; absent if the value contains no duration
     * @param expanded the value with each group replaced by those of its members that are on the class path; absent if
     * the value contains no group
     */
    record Property(
            @Nullable Object value,
            String origin,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Object text,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<String> expanded) {

        Property(@Nullable Object value, String origin) {
            this(value, origin, null, null);
        }

        Property expanded(List<String> members) {
            return new Property(value, origin, text, members);
        }

        static Property of(Setting setting) {
            Object value = PropertyFormat.of(setting.value());
            Object text = PropertyFormat.forPeople(setting.value());
            return new Property(value, setting.origin(), Objects.equals(value, text) ? null : text, null);
        }

        static Map<String, Property> of(Map<String, Setting> settings) {
            Map<String, Property> properties = new LinkedHashMap<>();
            settings.forEach((name, setting) -> properties.put(name, of(setting)));
            return properties;
        }
    }
}
