package io.backoff.http.tiers;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** The contract with Spring MVC and RestClient. */
class ServletTiersTests extends TierContract {

    ServletTiersTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @Test
    void noTierStopsWhenTheUserLeavesIfDeadlinesAreIndependent() {
        try (Chain deaf = independent("backoff.deadlines=independent")) {
            assertRequests(deaf, 27, 26);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Tier.class, Entry.class, Charges.class})
    static class Application {}

    @RestController
    static class Entry {

        private final Charges charges;
        private final FakeTime time;

        Entry(Charges charges, FakeTime time) {
            this.charges = charges;
            this.time = time;
        }

        @PostMapping("/charge")
        String charge() {
            return charges.pass("/charge");
        }

        @PostMapping("/charge-slowly")
        String chargeSlowly() {
            return charges.pass("/pass-slowly");
        }

        @PostMapping("/pass-slowly")
        String passSlowly() throws InterruptedException {
            time.sleep(Duration.ofMillis(400));
            return charges.pass("/charge");
        }

        @PostMapping("/pass-on")
        String passOn() {
            return charges.ask("/charge");
        }

        @PostMapping("/charge-and-hide")
        ResponseEntity<String> chargeAndHide() {
            try {
                return ResponseEntity.ok(charges.passWithoutBudget("/charge-and-hide"));
            } catch (RuntimeException hidden) {
                return ResponseEntity.internalServerError().body("something went wrong");
            }
        }
    }

    static class Charges {

        private final RestClient client;
        private final Next next;
        private final Calls calls;

        Charges(RestClient.Builder builder, Next next, Calls calls) {
            this.client = builder.build();
            this.next = next;
            this.calls = calls;
        }

        @Backoff
        String pass(String path) {
            return ask(path);
        }

        @Backoff("unbounded")
        String passWithoutBudget(String path) {
            return ask(path);
        }

        String ask(String path) {
            calls.incrementAndGet();
            return client.post().uri(next.url(path)).retrieve().body(String.class);
        }
    }
}
