package io.backoff.http.tiers;

import io.backoff.test.FakeTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What all tiers have, whatever they are made with. Their delays pass at once. */
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
