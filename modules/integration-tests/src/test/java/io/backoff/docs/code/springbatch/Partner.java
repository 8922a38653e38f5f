package io.backoff.docs.code.springbatch;

import org.springframework.web.client.RestClient;

/** The system that a job calls. */
public class Partner {

    private final RestClient client;

    public Partner(RestClient.Builder builder, String url) {
        this.client = builder.baseUrl(url).build();
    }

    public PricedOrder price(Order order) {
        client.get().uri("/prices/{number}", order.number()).retrieve().toBodilessEntity();
        return new PricedOrder(order.number());
    }

    public void book(Iterable<? extends PricedOrder> orders) {
        client.post().uri("/bookings").retrieve().toBodilessEntity();
    }
}
