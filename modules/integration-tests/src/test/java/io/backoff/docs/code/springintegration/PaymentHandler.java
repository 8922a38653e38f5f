package io.backoff.docs.code.springintegration;

import io.backoff.Backoff;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@Component
public class PaymentHandler {

    private final RestClient partner;

    public PaymentHandler(RestClient partner) {
        this.partner = partner;
    }

    @Backoff("partner")
    @ServiceActivator(inputChannel = "payments")
    public void pay(String payment) {
        partner.post().uri("/payments").body(payment).retrieve().toBodilessEntity();
    }
}
