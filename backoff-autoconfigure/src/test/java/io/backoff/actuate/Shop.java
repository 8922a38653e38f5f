package io.backoff.actuate;

import io.backoff.Backoff;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with the policies of {@code shop.yml}. Public for proxies of other loaders. */
public final class Shop {

    private Shop() {}

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

    static PolicyReport policy(BackoffEndpoint endpoint, String name) {
        return (PolicyReport) endpoint.policy(name);
    }

    static BudgetReport budget(BackoffEndpoint endpoint, String name) {
        return (BudgetReport) endpoint.budget("budgets", name);
    }

    static WebEndpointResponse<?> change(BackoffEndpoint endpoint, String policy, String property, String value) {
        return endpoint.change(policy, property, value, null, null, SecurityContext.NONE);
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
