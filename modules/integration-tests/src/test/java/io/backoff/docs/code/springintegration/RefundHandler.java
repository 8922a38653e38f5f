package io.backoff.docs.code.springintegration;

import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@Component
public class RefundHandler {

    private final RestClient partner;

    public RefundHandler(RestClient partner) {
        this.partner = partner;
    }

    @ServiceActivator(inputChannel = "refunds", adviceChain = "partnerRetries")
    public void refund(String payment) {
        partner.post().uri("/refunds").body(payment).retrieve().toBodilessEntity();
    }
}
