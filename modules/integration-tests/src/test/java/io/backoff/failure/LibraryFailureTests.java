package io.backoff.failure;

import static io.backoff.testkit.Membership.NEITHER;
import static io.backoff.testkit.Membership.PERMANENT;
import static io.backoff.testkit.Membership.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Membership;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.UnexpectedTypeException;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.retry.RetryUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;

/** The groups of the failures of Spring AI, Resilience4j, Spring Security and Bean Validation. */
class LibraryFailureTests {

    private final AuthenticationManager users =
            new ProviderManager(new DaoAuthenticationProvider(new InMemoryUserDetailsManager(
                    User.withUsername("anna").password("{noop}secret").build())));
    private final ValidatorFactory validation = Validation.buildDefaultValidatorFactory();
    private final Orders orders = validated(amount -> {});

    @AfterEach
    void close() {
        validation.close();
    }

    @ParameterizedTest
    @CsvSource({"SERVICE_UNAVAILABLE, TRANSIENT", "TOO_MANY_REQUESTS, PERMANENT", "BAD_REQUEST, PERMANENT"})
    void failuresOfSpringAiHaveTheGroupThatItSees(HttpStatus status, Membership group) throws IOException {
        try (var response = new MockClientHttpResponse(new byte[0], status)) {
            var thrown = Caught.exception(
                    RuntimeException.class,
                    () -> RetryUtils.DEFAULT_RESPONSE_ERROR_HANDLER.handleError(
                            URI.create("http://model.example"), HttpMethod.POST, response));
            assertThat(Application.groupOf(thrown)).isEqualTo(group).isIn(TRANSIENT, PERMANENT);
        }
    }

    @Test
    void anOpenCircuitBreakerIsPermanent() {
        var breaker = CircuitBreaker.ofDefaults("payments");
        breaker.transitionToOpenState();
        var thrown = Caught.exception(CallNotPermittedException.class, () -> breaker.executeRunnable(() -> {}));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aFullBulkheadIsInNeither() {
        var bulkhead = Bulkhead.of(
                "payments", BulkheadConfig.custom().maxConcurrentCalls(0).build());
        var thrown = Caught.exception(BulkheadFullException.class, () -> bulkhead.executeRunnable(() -> {}));
        assertThat(Application.groupOf(thrown)).isEqualTo(NEITHER);
    }

    @Test
    void aDeniedAccessIsPermanent() {
        Authentication anna = users.authenticate(login("secret"));
        var thrown = Caught.exception(
                AccessDeniedException.class,
                () -> AuthorityAuthorizationManager.hasRole("ADMIN").verify(() -> anna, "order"));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aWrongPasswordIsPermanent() {
        AuthenticationException thrown =
                Caught.exception(BadCredentialsException.class, () -> users.authenticate(login("guess")));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aViolatedConstraintIsPermanent() {
        var thrown = Caught.exception(ConstraintViolationException.class, () -> orders.place(0));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    @Test
    void aConstraintThatDoesNotFitIsPermanent() {
        var thrown = Caught.exception(
                UnexpectedTypeException.class, () -> validation.getValidator().validate(new Wrong(1)));
        assertThat(Application.groupOf(thrown)).isEqualTo(PERMANENT);
    }

    private static Authentication login(String password) {
        return UsernamePasswordAuthenticationToken.unauthenticated("anna", password);
    }

    private Orders validated(Orders target) {
        var proxies = new ProxyFactory(Orders.class, new MethodValidationInterceptor(validation));
        proxies.setTarget(target);
        return (Orders) proxies.getProxy();
    }

    interface Orders {

        void place(@Min(1) int amount);
    }

    record Wrong(@Size(min = 1) int amount) {}
}
