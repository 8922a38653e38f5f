package io.backoff.sample.shop;

import org.springframework.context.annotation.Profile;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Service;
import org.springframework.web.client.HttpClientErrorException.TooManyRequests;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

/**
 * Charges orders without {@code @Backoff}: Spring Framework retries. {@code application-adopt.yml} puts these retries
 * under the policy's budget, without a change here.
 */
@Service
@Profile("adopt")
class RetryablePaymentService implements Payments {

    private final PaymentProvider provider;

    RetryablePaymentService(PaymentProvider provider) {
        this.provider = provider;
    }

    @Override
    @Retryable(
            includes = {HttpServerErrorException.class, TooManyRequests.class, ResourceAccessException.class},
            maxRetries = 2,
            delayString = "${shop.retry-delay}",
            multiplier = 2)
    public Receipt charge(Order order) {
        return provider.charge(order);
    }
}
