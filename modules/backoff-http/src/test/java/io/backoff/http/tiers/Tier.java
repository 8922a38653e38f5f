package io.backoff.http.tiers;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that all tiers have, on either web stack. */
@Configuration(proxyBeanMethods = false)
class Tier {

    @Bean
    Next next() {
        return new Next();
    }

    @Bean
    Calls calls() {
        return new Calls();
    }
}
