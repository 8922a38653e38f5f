package io.backoff.http.tiers;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import java.time.Duration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The contract with WebFlux and WebClient. */
class ReactiveTiersTests extends TierContract {

    ReactiveTiersTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Tier.class, Entry.class, Charges.class})
    static class Application {

        /** Threads for each application: closing one would stop threads shared with the others. */
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }

    @RestController
    static class Entry {

        private final Charges charges;
        private final FakeTime time;

        Entry(Charges charges, FakeTime time) {
            this.charges = charges;
            this.time = time;
        }

        @PostMapping("/charge")
        Mono<String> charge() {
            return charges.pass("/charge");
        }

        @PostMapping("/charge-slowly")
        Mono<String> chargeSlowly() {
            return charges.pass("/pass-slowly");
        }

        @PostMapping("/pass-slowly")
        Mono<String> passSlowly() throws InterruptedException {
            time.sleep(Duration.ofMillis(400));
            return charges.pass("/charge");
        }

        @PostMapping("/pass-on")
        Mono<String> passOn() {
            return charges.ask("/charge");
        }

        @PostMapping("/charge-and-hide")
        Mono<ResponseEntity<String>> chargeAndHide() {
            return charges.passWithoutBudget("/charge-and-hide")
                    .map(ResponseEntity::ok)
                    .onErrorReturn(ResponseEntity.internalServerError().body("something went wrong"));
        }
    }

    static class Charges {

        private final WebClient client;
        private final Next next;
        private final Calls calls;

        Charges(WebClient.Builder builder, Next next, Calls calls) {
            this.client = builder.build();
            this.next = next;
            this.calls = calls;
        }

        @Backoff
        Mono<String> pass(String path) {
            return ask(path);
        }

        @Backoff("unbounded")
        Mono<String> passWithoutBudget(String path) {
            return ask(path);
        }

        Mono<String> ask(String path) {
            calls.incrementAndGet();
            return client.post().uri(next.url(path)).retrieve().bodyToMono(String.class);
        }
    }
}
