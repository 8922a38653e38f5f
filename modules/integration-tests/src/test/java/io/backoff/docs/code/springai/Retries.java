package io.backoff.docs.code.springai;

import io.backoff.spring.SpringPolicies;
import org.springframework.context.annotation.Bean;
import org.springframework.core.retry.RetryTemplate;

/** Lets Spring AI retry by a named policy. */
public class Retries {

    @Bean
    RetryTemplate retriesOfModels(SpringPolicies policies) {
        return new RetryTemplate(policies.retryPolicy("assistant"));
    }
}
