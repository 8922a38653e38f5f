package io.backoff.http.tiers;

import io.backoff.test.FakeTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that all tiers have, on either web stack. Their delays pass immediately. */
@Configuration(proxyBeanMethods = false)
class Tier {

    @Bean
    FakeTime time() {
        return new FakeTime();
    }

    @Bean
    Next next() {
        return new Next();
    }

    @Bean
    Calls calls() {
        return new Calls();
    }
}
