package io.backoff.deadline;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import io.backoff.testkit.EnableLightApplication;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.async.DeferredResult;
import reactor.core.publisher.Mono;

/** The time of requests to Spring MVC. */
class ServletDeadlineTests extends DeadlineHeaderContract {

    ServletDeadlineTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @Override
    protected Stream<String> kinds() {
        return Stream.of("blocking", "callable", "future", "deferred", "mono");
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
        private final RestClient client;

        Pages(RequestWork work, BackoffOperations operations, BackoffReactor reactor, RestClient.Builder client) {
            this.work = work;
            this.operations = operations;
            this.reactor = reactor;
            this.client = client.build();
        }

        @GetMapping("/blocking/{what}")
        String blocking(@PathVariable String what) throws Exception {
            return work.blocking(operations, what, () -> last(what));
        }

        @GetMapping("/callable/{what}")
        Callable<String> callable(@PathVariable String what) {
            return () -> blocking(what);
        }

        @GetMapping("/future/{what}")
        CompletableFuture<String> future(@PathVariable String what) {
            return work.future(operations, what, () -> CompletableFuture.completedFuture(last(what)));
        }

        @GetMapping("/deferred/{what}")
        DeferredResult<String> deferred(@PathVariable String what) {
            DeferredResult<String> result = new DeferredResult<>();
            future(what).whenComplete((value, failure) -> {
                if (failure == null) {
                    result.setResult(value);
                } else {
                    result.setErrorResult(failure);
                }
            });
            return result;
        }

        @GetMapping("/mono/{what}")
        Mono<String> mono(@PathVariable String what) {
            return work.mono(reactor, what, Mono.fromCallable(() -> last(what)));
        }

        private String last(String what) {
            if (what.equals("send")) {
                client.get().uri(work.target()).retrieve().toBodilessEntity();
            }
            return work.last();
        }
    }
}
