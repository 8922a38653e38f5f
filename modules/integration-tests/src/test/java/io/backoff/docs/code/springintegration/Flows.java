package io.backoff.docs.code.springintegration;

import org.springframework.context.annotation.Bean;
import org.springframework.integration.dsl.IntegrationFlow;

/** The same handler in the Java DSL. */
public class Flows {

    @Bean
    IntegrationFlow urgentFlow(PaymentHandler handler) {
        return IntegrationFlow.from("urgentPayments").handle(handler, "pay").get();
    }
}
