package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.backoff.Idempotent;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencySecurityAutoConfiguration;
import io.backoff.idempotency.claim.MemoryStore;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.test.FakeTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.authorization.method.SecuredAuthorizationManager;
import org.springframework.security.core.context.SecurityContextHolder;

/** The scope of a key: application, operation, principal. */
class PrincipalTests {

    private final IdempotencyStore shared = new MemoryStore(new FakeTime());

    @AfterEach
    void logOut() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void givesNobodyTheResultOfSomebodyElse() {
        application().run(context -> {
            var shop = context.getBean(Shop.class);
            assertThat(as("ann", shop)).isEqualTo(1);
            assertThat(as("bob", shop)).isEqualTo(2);
            assertThat(as("ann", shop)).isEqualTo(1);
            SecurityContextHolder.clearContext();
            assertThat(shop.place("1")).isEqualTo(3);
            assertThat(as("", shop)).isEqualTo(4);
        });
    }

    @Test
    void asksForPermissionBeforeAResponseIsRepeated() {
        application()
                .withBean(
                        "authorization",
                        Advisor.class,
                        () -> AuthorizationManagerBeforeMethodInterceptor.secured(new SecuredAuthorizationManager()))
                .run(context -> {
                    var shop = context.getBean(Shop.class);
                    logIn("ann", "BUYER");
                    assertThat(shop.buy("1")).isEqualTo(1);
                    assertThat(shop.buy("1")).isEqualTo(1);
                    logIn("ann");
                    assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(() -> shop.buy("1"));
                });
    }

    @Test
    void keepsApplicationsAndOperationsApart() {
        application()
                .withPropertyValues("spring.application.name=a")
                .run(a -> application()
                        .withPropertyValues("spring.application.name=b")
                        .run(b -> {
                            a.getBean(Shop.class).place("1");
                            a.getBean(Shop.class).refund("1");
                            b.getBean(Shop.class).place("1");
                            assertThat(a.getBean(Shop.class).runs()).isEqualTo(2);
                            assertThat(b.getBean(Shop.class).runs()).isEqualTo(1);
                        }));
    }

    @Test
    void isUnknownWithoutSpringSecurity() {
        application()
                .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
                .run(context -> assertThat(context).doesNotHaveBean(CurrentPrincipal.class));
    }

    private ApplicationContextRunner application() {
        return IdempotentApplication.with(Shop.class)
                .withConfiguration(AutoConfigurations.of(BackoffIdempotencySecurityAutoConfiguration.class))
                .withBean("shared", IdempotencyStore.class, () -> shared);
    }

    private static int as(String name, Shop shop) {
        logIn(name);
        return shop.place("1");
    }

    private static void logIn(String name, String... roles) {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(name, "secret", roles));
    }

    // Public, because proxies in the class loaders that hide libraries extend it.
    public static class Shop {

        private final AtomicInteger runs = new AtomicInteger();

        public int runs() {
            return runs.get();
        }

        @Idempotent(key = "#id")
        public int place(String id) {
            return runs.incrementAndGet();
        }

        @Secured("BUYER")
        @Idempotent(key = "#id")
        public int buy(String id) {
            return runs.incrementAndGet();
        }

        @Idempotent(key = "#id")
        public int refund(String id) {
            return runs.incrementAndGet();
        }
    }
}
