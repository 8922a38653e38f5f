package io.backoff.http.client;

import feign.FeignException;
import io.backoff.engine.TimeSource;
import io.backoff.http.RetryAfterHeader;
import io.backoff.policy.AnswerReader;
import io.backoff.policy.CalleeAnswer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers in the exceptions of OpenFeign. */
final class FeignAnswers implements AnswerReader {

    private final TimeSource time;

    FeignAnswers(TimeSource time) {
        this.time = time;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        // A status of 0 or less stands for "no response": an I/O failure, which has no status to judge.
        if (failure instanceof FeignException response && response.status() > 0) {
            String retryAfter = first(response.responseHeaders(), RetryAfterHeader.NAME);
            return new CalleeAnswer(
                    response.status(), false, false, RetryAfterHeader.parse(retryAfter, time.instant()));
        }
        return null;
    }

    private static @Nullable String first(Map<String, Collection<String>> headers, String name) {
        for (Map.Entry<String, Collection<String>> each : headers.entrySet()) {
            if (each.getKey().equalsIgnoreCase(name)) {
                return List.copyOf(each.getValue()).stream().findFirst().orElse(null);
            }
        }
        return null;
    }
}
