package io.backoff.http.client;

import io.backoff.engine.TimeSource;
import io.backoff.http.RetryAfterHeader;
import io.backoff.policy.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Makes answers from what all of Spring's clients have: a status and headers. */
final class Answers {

    private Answers() {}

    static CalleeAnswer of(int status, @Nullable HttpHeaders headers, TimeSource time) {
        String retryAfter = headers == null ? null : headers.getFirst(RetryAfterHeader.NAME);
        return new CalleeAnswer(status, false, false, RetryAfterHeader.parse(retryAfter, time.instant()));
    }
}
