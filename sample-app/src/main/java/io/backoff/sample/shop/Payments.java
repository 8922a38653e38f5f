package io.backoff.sample.shop;

/** Charges orders, and retries charges that fail. */
interface Payments {

    /**
     * Charges the order.
     *
     * @throws org.springframework.web.client.RestClientException the failure of the last attempt
     */
    Receipt charge(Order order);
}
