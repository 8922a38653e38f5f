package io.backoff.docs.code.redelivery;

import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.RedeliveryExhausted;
import java.math.BigDecimal;
import java.util.Map;
import org.springframework.context.event.EventListener;

/** Redelivery: what is stored, and what is lost. */
public class PartnerClient {

    private final Http http;
    private final Alerts alerts;

    public PartnerClient(Http http, Alerts alerts) {
        this.http = http;
        this.alerts = alerts;
    }

    @Redeliver
    public void confirm(String orderId, BigDecimal amount) {
        http.post("/confirmations", orderId, amount);
    }

    @Redeliver
    public void confirmOnce(String orderId, BigDecimal amount) {
        http.post("/confirmations", Map.of("Idempotency-Key", orderId), amount);
    }

    @EventListener
    void alarm(RedeliveryExhausted lost) {
        alerts.send(lost.method() + " gave up after " + lost.attempts() + " attempts: " + lost.failure());
    }

    public interface Http {

        void post(String path, String orderId, BigDecimal amount);

        void post(String path, Map<String, String> headers, BigDecimal amount);
    }

    public interface Alerts {

        void send(String text);
    }
}
