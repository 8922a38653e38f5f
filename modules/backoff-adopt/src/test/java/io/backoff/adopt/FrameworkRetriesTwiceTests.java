package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.testkit.Script;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;

/** One proxy with two advisors of Spring Framework is adopted like two beans, one inside the other. */
class FrameworkRetriesTwiceTests extends OneLibrary {

    FrameworkRetriesTwiceTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Beans.class, Mall.class, Shop.class);
    }

    @Test
    void makesTheSameAttemptsAndCalls() {
        var apart = seen(script -> get(Mall.class).sell(script, get(Shop.class)));
        var together = seen(get(Kiosk.class)::sell);
        assertThat(together).isEqualTo(apart);
    }

    private Map<String, Long> seen(Kiosk kiosk) {
        var script = Script.failing(99, "too late");
        var before = counts();
        assertThat(catchThrowable(() -> kiosk.sell(script))).hasMessage("failure " + script.attempts());
        var seen = new LinkedHashMap<String, Long>();
        counts().forEach((outcome, count) -> seen.put(outcome, count - before.getOrDefault(outcome, 0L)));
        seen.values().removeIf(count -> count == 0);
        seen.put("attempts", (long) script.attempts());
        return seen;
    }

    private Map<String, Long> counts() {
        var counts = new LinkedHashMap<String, Long>();
        get(CallStatisticsRegistry.class)
                .counts("adopted")
                .forEach((outcome, count) -> counts.put(outcome.name(), count));
        return counts;
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

        /** Its product is advised with the factory, and once more by itself. */
        @Bean
        ProxyFactoryBean kiosk() {
            var factory = new ProxyFactoryBean();
            factory.setInterfaces(Kiosk.class);
            factory.setTarget((Kiosk) Script::run);
            return factory;
        }
    }
}
