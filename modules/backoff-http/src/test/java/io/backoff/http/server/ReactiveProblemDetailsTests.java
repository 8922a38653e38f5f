package io.backoff.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.http.IncomingAttempt;
import io.backoff.http.PushbackHeader;
import io.backoff.policy.StopReason;
import io.backoff.server.RequestRetryScope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ResponseStatusException;

class ReactiveProblemDetailsTests {

    private final MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
    private final ResponseStatusException failure = new ResponseStatusException(HttpStatus.BAD_GATEWAY);

    @BeforeEach
    void aGuardedCallGivesUp() {
        RequestRetryScope scope = new RequestRetryScope(IncomingAttempt.FIRST);
        scope.markTerminal(failure, StopReason.EXHAUSTED);
        exchange.getAttributes().put(RequestRetryScope.ATTRIBUTE, scope);
    }

    @Test
    void forbidsARetry() {
        new ReactiveProblemDetails().handleException(failure, exchange).block();
        assertThat(exchange.getResponse().getHeaders().get(PushbackHeader.NAME)).containsExactly("-1");
    }

    /** The headers of a response that has begun cannot be changed. */
    @Test
    void passesOnTheFailureOfAResponseThatHasBegun() {
        exchange.getResponse().setComplete().block();
        assertThatThrownBy(() -> new ReactiveProblemDetails()
                        .handleException(failure, exchange)
                        .block())
                .isSameAs(failure);
    }
}
