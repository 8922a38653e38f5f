package io.backoff.adopt;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.adopt.AdoptedMethods.Row;
import io.backoff.engine.stats.CallStatisticsRegistry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A method that another library retries. Members that the method's annotation does not set are absent.
 *
 * @param bean name of the bean
 * @param method {@code Class.method}, the value of the meter tag {@code method}
 * @param by the library, for example {@code spring-retry}
 * @param mode {@code observe} or {@code govern}; unlimited retries that cannot be ended are only observed
 * @param policy the value of the meter tag {@code policy}
 * @param budget the budget that limits the retries, or {@code none}; absent if calls are only observed
 * @param retryOn exceptions that the library retries
 * @param abortOn exceptions that the library does not retry
 * @param fallback the fallback method of the library
 * @param calls the number of calls by outcome; outcomes that never occurred are absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AdoptedReport(
        String bean,
        String method,
        String by,
        String mode,
        String policy,
        @Nullable String budget,
        @Nullable List<String> retryOn,
        @Nullable List<String> abortOn,
        @Nullable String fallback,
        Map<String, Long> calls) {

    static AdoptedReport of(Row row) {
        AdoptedGuards guards = row.method().guards();
        LibrarySettings retry = row.method().retry();
        return new AdoptedReport(
                row.bean(),
                row.name(),
                row.method().library().id(),
                guards.govern() ? "govern" : "observe",
                guards.calls().policy(),
                guards.budget(),
                written(retry.retryOn()),
                written(retry.abortOn()),
                retry.fallback(),
                CallStatisticsRegistry.byTag(guards.calls().outcomes()));
    }

    private static @Nullable List<String> written(List<String> types) {
        return types.isEmpty() ? null : types;
    }
}
