package io.backoff.sample.dashboard;

import io.backoff.sample.load.Customers;
import java.util.List;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Publishes figures and decisions to open pages. Lets the simulated customers place orders while a page is open. */
@Component
class Broadcast {

    private final PaymentMeters meters;
    private final StoredCallMeters stored;
    private final SettlementMeters settlements;
    private final Decisions decisions;
    private final Audience audience;
    private final Customers customers;
    private final Timeline timeline = new Timeline();

    Broadcast(
            PaymentMeters meters,
            StoredCallMeters stored,
            SettlementMeters settlements,
            Decisions decisions,
            Audience audience,
            Customers customers) {
        this.meters = meters;
        this.stored = stored;
        this.settlements = settlements;
        this.decisions = decisions;
        this.audience = audience;
        this.customers = customers;
    }

    SseEmitter join() {
        return audience.join(timeline.seconds());
    }

    @Scheduled(fixedRate = 1_000)
    void everySecond() {
        boolean watched = !audience.isEmpty();
        customers.open(watched);
        Reading now =
                new Reading(meters.totals(), meters.latencies(), meters.budget(), stored.read(), settlements.read());
        audience.publish("second", timeline.add(System.currentTimeMillis(), watched ? customers.perSecond() : 0, now));
    }

    @Scheduled(fixedRate = 500)
    void twiceASecond() {
        List<DecisionLine> lines = decisions.next();
        if (!lines.isEmpty()) {
            audience.publish("decisions", lines);
        }
    }
}
