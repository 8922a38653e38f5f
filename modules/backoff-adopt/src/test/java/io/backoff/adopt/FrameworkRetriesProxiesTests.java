package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.MethodRetrySpec;
import org.springframework.resilience.retry.SimpleRetryInterceptor;

/** Proxies that applications make themselves. */
class FrameworkRetriesProxiesTests extends OneLibrary {

    private final boolean governed;

    FrameworkRetriesProxiesTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Beans.class, Mall.class, Shop.class);
        governed = mode.equals("govern");
    }

    /** They are not adopted: nothing says which methods they retry. */
    @Test
    void interceptorsNeedNoAnnotation() {
        assertThat(catchThrowable(() -> get(Market.class).sell(Script.failing(99, "too late"))))
                .hasMessage("failure 3");
        assertThat(application.outcomes()).isEmpty();
    }

    /** The product is advised with its factory, and once more by itself. */
    @Test
    void twoAdvisorsOfAProxyAreAdoptedLikeTwoBeans() {
        Map<Outcome, Long> apart = outcomes(called -> get(Mall.class).sell(called, get(Shop.class)));
        application.fresh();
        assertThat(outcomes(get(Kiosk.class)::sell)).isEqualTo(apart);
    }

    private Map<Outcome, Long> outcomes(Kiosk kiosk) {
        Script called = Script.failing(99, "too late");
        int attempts = governed ? 3 : 9;
        assertThat(catchThrowable(() -> kiosk.sell(called))).hasMessage("failure " + attempts);
        assertThat(called.attempts()).isEqualTo(attempts);
        return application.outcomes();
    }

    interface Market {

        Object sell(Script script);
    }

    interface Kiosk {

        @Retryable(maxRetries = 2, delay = 0)
        Object sell(Script script);
    }

    static class Mall {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script, Shop shop) {
            return shop.sell(script);
        }
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script) {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        ProxyFactoryBean kiosk() {
            ProxyFactoryBean factory = new ProxyFactoryBean();
            factory.setInterfaces(Kiosk.class);
            factory.setTarget((Kiosk) Script::run);
            return factory;
        }

        @Bean
        Market market() {
            ProxyFactory factory = new ProxyFactory(
                    Market.class,
                    new SimpleRetryInterceptor(new MethodRetrySpec((method, failure) -> true, 2, Duration.ZERO)));
            factory.setTarget((Market) Script::run);
            return (Market) factory.getProxy();
        }
    }
}
