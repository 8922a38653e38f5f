package io.backoff.docs.code.metrics;

import io.backoff.metrics.BackoffCallContext;
import io.backoff.metrics.BackoffMeterConvention;
import io.backoff.metrics.BackoffObservationConvention;
import io.micrometer.common.KeyValues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class Conventions {

    /** Adds the number of attempts to spans. */
    @Bean
    BackoffObservationConvention callKeyValues() {
        return new BackoffObservationConvention() {
            @Override
            public KeyValues getHighCardinalityKeyValues(BackoffCallContext call) {
                return KeyValues.of("shop.attempts", Integer.toString(call.getAttempts()));
            }
        };
    }

    /** Adds the team that a policy belongs to, to the meters of its calls. */
    @Bean
    BackoffMeterConvention callTags() {
        return (calls, usual) -> usual.and("team", calls.policy().startsWith("bank") ? "finance" : "shop");
    }
}
