package io.backoff.deadline;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/**
 * The work of a request, by guarded calls under the policy {@code minute}. The last of them returns the time it has
 * left.
 */
public class RequestWork {

    private final AtomicInteger attempts;
    private final FakeTime time;
    private volatile String target = "";

    RequestWork(AtomicInteger attempts, FakeTime time) {
        this.attempts = attempts;
        this.time = time;
    }

    void sendTo(String url) {
        target = url;
    }

    /** The URL to send a request to. */
    public String target() {
        return target;
    }

    /** Does what precedes the guarded calls. */
    public void prepare(String what) {
        if (what.equals("soon") || what.equals("send")) {
            time.advance(Duration.ofMillis(100));
        }
    }

    /** Whether the request makes a call that takes a second, before the last one. */
    public boolean isSlow(String what) {
        return what.equals("late");
    }

    /** An attempt that takes a second. */
    public String slow() {
        attempts.incrementAndGet();
        time.advance(Duration.ofSeconds(1));
        return "slow";
    }

    /** The attempt of the last call. */
    public String last() {
        attempts.incrementAndGet();
        return "" + DeadlineApplication.remaining();
    }

    String blocking(BackoffOperations operations, String what, Callable<String> last) throws Exception {
        prepare(what);
        if (isSlow(what)) {
            operations.call("minute", this::slow);
        }
        return operations.call("minute", last::call);
    }

    CompletableFuture<String> future(
            BackoffOperations operations, String what, Supplier<CompletableFuture<String>> last) {
        prepare(what);
        CompletableFuture<String> before = isSlow(what)
                ? operations.callAsync("minute", () -> CompletableFuture.completedFuture(slow()))
                : CompletableFuture.completedFuture("nothing");
        return before.thenCompose(done -> operations.callAsync("minute", last));
    }

    Mono<String> mono(BackoffReactor reactor, String what, Mono<String> last) {
        return Mono.defer(() -> {
            prepare(what);
            Mono<String> before =
                    isSlow(what) ? reactor.call("minute", () -> Mono.fromCallable(this::slow)) : Mono.empty();
            return before.then(reactor.call("minute", () -> last));
        });
    }

    /** The beans that all servers have in common. */
    @Configuration(proxyBeanMethods = false)
    @Import({FakeTime.class, AtomicInteger.class, RequestWork.class})
    public static class Beans {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }
}
