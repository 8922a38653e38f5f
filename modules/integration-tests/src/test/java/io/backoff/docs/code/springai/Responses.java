package io.backoff.docs.code.springai;

import org.springframework.context.annotation.Bean;
import org.springframework.web.client.DefaultResponseErrorHandler;
import org.springframework.web.client.ResponseErrorHandler;

/** Keeps the model's response in the exception. */
public class Responses {

    @Bean
    ResponseErrorHandler responsesOfModels() {
        return new DefaultResponseErrorHandler();
    }
}
