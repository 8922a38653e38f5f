package io.backoff.benchmarks.models;

import com.openai.errors.OpenAIServiceException;
import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import io.backoff.http.RetryAfterHeader;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;

/** Reads the responses in the exceptions of OpenAI's SDK. */
public class OpenAiResponses {

    @Bean
    ResponseExtractor responsesOfOpenAi() {
        return failure -> failure instanceof OpenAIServiceException response
                ? new CalleeResponse(response.statusCode(), false, false, retryAfter(response))
                : null;
    }

    private static @Nullable Duration retryAfter(OpenAIServiceException response) {
        String header = String.join("", response.headers().values("Retry-After"));
        return RetryAfterHeader.parse(header, Instant.now());
    }
}
