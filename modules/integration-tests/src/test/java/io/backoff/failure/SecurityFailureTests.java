package io.backoff.failure;

import static io.backoff.testkit.Membership.PERMANENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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

/** The groups of the failures of Spring Security. */
class SecurityFailureTests {

    private final AuthenticationManager users =
            new ProviderManager(new DaoAuthenticationProvider(new InMemoryUserDetailsManager(
                    User.withUsername("anna").password("{noop}secret").build())));

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

    private static Authentication login(String password) {
        return UsernamePasswordAuthenticationToken.unauthenticated("anna", password);
    }
}
