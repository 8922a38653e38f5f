package io.backoff.docs.code.policies;

import io.backoff.Backoff;
import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.docs.code.policies.Provider.Card;
import io.backoff.docs.code.policies.Provider.Order;
import io.backoff.docs.code.policies.Provider.Receipt;
import java.time.Duration;

/** Policies: annotate a method; which failures are retried. */
class Annotated {

    private final Provider provider;

    Annotated(Provider provider) {
        this.provider = provider;
    }

    @Backoff(value = "payments", abortOn = CardRefusedException.class, fallback = "later")
    Receipt pay(Order order) {
        return provider.charge(order);
    }

    Receipt later(Order order, Throwable failure) {
        return Receipt.pending(order);
    }

    void check(Card card) {
        if (card.expired()) {
            throw new PermanentException(new CardRefusedException("expired")); // no retry; the caller gets the cause
        }
    }

    @SuppressWarnings("serial")
    static class CardRefusedException extends RuntimeException {

        CardRefusedException(String message) {
            super(message);
        }
    }
}

@SuppressWarnings("serial")
class ProviderBusyException extends RuntimeException implements RetryAfter {

    @Override
    public Duration retryAfter() {
        return Duration.ofSeconds(2);
    }
}
