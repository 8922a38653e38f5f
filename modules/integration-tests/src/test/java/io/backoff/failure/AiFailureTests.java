package io.backoff.failure;

import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Membership;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.retry.RetryUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpResponse;

/** The groups of the failures of Spring AI. */
class AiFailureTests {

    @ParameterizedTest
    @CsvSource({"SERVICE_UNAVAILABLE, TRANSIENT", "TOO_MANY_REQUESTS, PERMANENT", "BAD_REQUEST, PERMANENT"})
    void areThoseThatSpringAiSees(HttpStatus status, Membership group) throws IOException {
        try (var response = new MockClientHttpResponse(new byte[0], status)) {
            var thrown = Caught.exception(
                    RuntimeException.class,
                    () -> RetryUtils.DEFAULT_RESPONSE_ERROR_HANDLER.handleError(
                            URI.create("http://model.example"), HttpMethod.POST, response));
            assertThat(Application.groupOf(thrown)).isEqualTo(group).isIn(TRANSIENT, PERMANENT);
        }
    }
}
