package io.backoff.docs.code.shop;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

@Service
class PaymentService {

    private final RestClient provider;

    PaymentService(RestClient.Builder builder) {
        this.provider = builder.baseUrl("http://localhost:8080").build();
    }

    @Backoff("payments")
    Receipt charge(Order order) {
        return provider.post().uri("/charges").body(order).retrieve().body(Receipt.class);
    }
}
