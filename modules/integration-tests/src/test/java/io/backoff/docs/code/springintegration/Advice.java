package io.backoff.docs.code.springintegration;

import io.backoff.spring.SpringPolicies;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.handler.advice.RequestHandlerRetryAdvice;

/** Lets an endpoint retry by a named policy. */
public class Advice {

    @Bean
    RequestHandlerRetryAdvice partnerRetries(SpringPolicies policies) {
        var advice = new RequestHandlerRetryAdvice();
        advice.setRetryPolicy(policies.retryPolicy("partner"));
        return advice;
    }
}
