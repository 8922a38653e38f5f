package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * A running application with the policies of {@code shop.yml}, and its endpoint as an operator uses it. Public, because proxies in other class loaders extend it.
 */
public final class Shop {

    private final AssertableApplicationContext context;
    private final SecurityContext caller;

    private Shop(AssertableApplicationContext context, SecurityContext caller) {
        this.context = context;
        this.caller = caller;
    }

    static ApplicationContextRunner runner() {
        return Applications.backoff(
                        BackoffActuatorAutoConfiguration.class,
                        BackoffEndpointAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class)
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.location=classpath:/io/backoff/actuate/shop.yml")
                .withBean(FakeTime.class)
                .withBean("paymentService", PaymentService.class);
    }

    static ApplicationContextRunner exposed() {
        return runner().withPropertyValues("management.endpoints.web.exposure.include=backoff");
    }

    static void run(Check check) {
        run(exposed(), check);
    }

    static void run(ApplicationContextRunner application, Check check) {
        application.run(context -> check.check(new Shop(context, SecurityContext.NONE)));
    }

    /** Runs the test in a shop that is already running. For tests that change nothing. */
    static void visit(Check check) {
        try {
            check.check(Open.SHOP);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static final class Open {

        private static final Shop SHOP = new Shop(AssertableApplicationContext.get(Open::start), SecurityContext.NONE);

        private static ConfigurableApplicationContext start() {
            return new SpringApplicationBuilder(Configured.class)
                    .web(WebApplicationType.NONE)
                    .bannerMode(Banner.Mode.OFF)
                    .registerShutdownHook(false)
                    .properties(
                            "spring.config.location=classpath:/io/backoff/actuate/shop.yml",
                            "management.endpoints.web.exposure.include=backoff")
                    .run();
        }
    }

    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffActuatorAutoConfiguration.class,
        BackoffEndpointAutoConfiguration.class,
        BackoffMetricsAutoConfiguration.class
    })
    @Import({FakeTime.class, PaymentService.class})
    static class Configured {}

    /** The same shop, used by this person. */
    Shop as(String name) {
        return new Shop(context, new SecurityContext() {

            @Override
            public Principal getPrincipal() {
                return () -> name;
            }

            @Override
            public boolean isUserInRole(String role) {
                return false;
            }
        });
    }

    AssertableApplicationContext context() {
        return context;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    BackoffEndpoint endpoint() {
        return bean(BackoffEndpoint.class);
    }

    FakeTime time() {
        return bean(FakeTime.class);
    }

    PolicyReport policy(String name) {
        return (PolicyReport) endpoint().policy(name);
    }

    BudgetReport budget(String name) {
        return (BudgetReport) endpoint().budget("budgets", name);
    }

    WebEndpointResponse<?> change(String policy, String property, String value) {
        return endpoint().change(policy, property, value, null, null, caller);
    }

    /** Changes several properties, given as JSON with single quotes. */
    WebEndpointResponse<?> change(String policy, String properties) {
        return endpoint().change(policy, null, null, properties.replace('\'', '"'), null, caller);
    }

    WebEndpointResponse<?> reset(String policy) {
        return endpoint().reset(policy, caller);
    }

    WebEndpointResponse<?> changeBudget(String name, String property, String value) {
        return endpoint().changeBudget("budgets", name, property, value, null, null, caller);
    }

    WebEndpointResponse<?> changeBudget(String name, String properties) {
        return endpoint().changeBudget("budgets", name, null, null, properties.replace('\'', '"'), null, caller);
    }

    WebEndpointResponse<?> resetBudget(String name) {
        return endpoint().resetBudget("budgets", name, caller);
    }

    /** The changes so far, the last one first. */
    List<ChangeReport> changes() {
        return endpoint().backoff().changes();
    }

    Object charge(Callable<?> provider) throws Exception {
        return bean(PaymentService.class).charge(provider);
    }

    /** Makes a call whose attempts all fail. */
    void fail() {
        assertThatThrownBy(() -> charge(PaymentService::down)).isInstanceOf(IOException.class);
    }

    static void assertChanged(WebEndpointResponse<?> response) {
        assertThat(response.getStatus()).isEqualTo(200);
    }

    static void assertRejected(WebEndpointResponse<?> response, CharSequence... texts) {
        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(Arrays.asList(texts))
                .allSatisfy(text -> assertThat(response.getBody().toString()).contains(text));
    }

    @FunctionalInterface
    interface Check {
        void check(Shop shop) throws Exception;
    }

    public static class PaymentService {

        @Backoff("payments")
        public Object charge(Callable<?> provider) throws Exception {
            return provider.call();
        }

        @Backoff("redelivery")
        public void announce() {}

        static Object down() throws IOException {
            throw new IOException("down");
        }
    }
}
