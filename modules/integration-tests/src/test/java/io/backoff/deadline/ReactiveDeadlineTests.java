package io.backoff.deadline;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import io.backoff.testkit.EnableLightApplication;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The time of requests to WebFlux. */
class ReactiveDeadlineTests extends DeadlineHeaderContract {

    ReactiveDeadlineTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @Override
    protected Stream<String> kinds() {
        return Stream.of("mono", "flux", "future", "blocking");
    }

    @Override
    protected Stream<String> sendingKinds() {
        return Stream.of("mono", "flux", "future");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLightApplication(exclude = DataSourceAutoConfiguration.class)
    @Import({RequestWork.Beans.class, Pages.class})
    static class Application {}

    @RestController
    static class Pages {

        private final RequestWork work;
        private final BackoffOperations operations;
        private final BackoffReactor reactor;
        private final WebClient client;

        Pages(RequestWork work, BackoffOperations operations, BackoffReactor reactor, WebClient.Builder client) {
            this.work = work;
            this.operations = operations;
            this.reactor = reactor;
            this.client = client.build();
        }

        @GetMapping("/mono/{what}")
        Mono<String> mono(@PathVariable String what) {
            return work.mono(reactor, what, last(what));
        }

        @GetMapping("/flux/{what}")
        Flux<String> flux(@PathVariable String what) {
            return mono(what).flux();
        }

        @GetMapping("/future/{what}")
        CompletableFuture<String> future(@PathVariable String what) {
            return work.future(operations, what, () -> last(what).toFuture());
        }

        @GetMapping("/blocking/{what}")
        String blocking(@PathVariable String what) throws Exception {
            return work.blocking(operations, what, work::last);
        }

        private Mono<String> last(String what) {
            return what.equals("send")
                    ? client.get()
                            .uri(work.target())
                            .retrieve()
                            .toBodilessEntity()
                            .thenReturn("sent")
                    : Mono.fromCallable(work::last);
        }
    }
}
