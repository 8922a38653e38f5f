package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedApplication.Asked;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What Resilience4j itself does with results that its predicate rejects. */
class Resilience4jRetriesResultsTests extends OneLibrary {

    private static final List<Object> tested = new CopyOnWriteArrayList<>();
    private static final List<String> consumed = new CopyOnWriteArrayList<>();

    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesResultsTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("busy", Resilience4jRetriesResultsTests::rejectBusy)
                .retry("strict", config -> rejectBusy(config.failAfterMaxAttempts(true)))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
        tested.clear();
        consumed.clear();
    }

    private static void rejectBusy(RetryConfig.Builder<Object> config) {
        config.maxAttempts(3)
                .retryOnResult(result -> {
                    tested.add(String.valueOf(result));
                    return result == null || "busy".equals(result);
                })
                .consumeResultBeforeRetryAttempt((attempt, result) -> consumed.add(attempt + " " + result));
    }

    @Test
    void anAcceptedResultIsReturned() throws Exception {
        Script script = Script.of("ok");
        assertThat(service.busy(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(tested).containsExactly("ok");
        assertThat(consumed).isEmpty();
    }

    @Test
    void aRejectedResultIsRetried() throws Exception {
        Script script = Script.of("busy", "ok");
        assertThat(service.busy(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(tested).containsExactly("busy", "ok");
        assertThat(consumed).containsExactly("1 busy");
        assertThat(application.asked()).containsExactly(new Asked(1, null, "busy"));
    }

    @Test
    void theLastRejectedResultIsReturned() throws Exception {
        List<Long> before = application.counts("busy");
        Script script = Script.of("busy");
        assertThat(service.busy(script)).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(tested).containsExactly("busy", "busy", "busy");
        assertThat(consumed).containsExactly("1 busy", "2 busy");
        assertThat(application.events())
                .containsExactly(
                        "RETRY busy 1 null",
                        "RETRY busy 2 null",
                        "ERROR busy 3 MaxRetriesExceeded: max retries is reached out for the result predicate check");
        assertThat(difference(before, application.counts("busy"))).containsExactly(0L, 0L, 0L, 1L, 4L);
    }

    @Test
    void theLastRejectedResultFailsWhereThatIsConfigured() {
        Script script = Script.of("busy");
        assertThat(catchThrowable(() -> service.strict(script)))
                .isInstanceOf(MaxRetriesExceededException.class)
                .hasMessage("Retry 'strict' has exhausted all attempts (3)")
                .hasNoCause()
                .hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void nothingIsAResultToo() throws Exception {
        Script script = Script.of(null, "ok");
        assertThat(service.busy(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(tested).containsExactly("null", "ok");
    }

    @Test
    void failuresAndRejectedResultsShareTheAttempts() throws Exception {
        Script script = Script.of("busy", down, "busy", "ok");
        assertThat(service.busy(script)).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.asked()).containsExactly(new Asked(1, null, "busy"), new Asked(2, down, null));
    }

    @Test
    void aFailureAfterRejectedResultsIsThrown() {
        Script script = Script.of("busy", "busy", down);
        assertThat(catchThrowable(() -> service.busy(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(down).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void aResultOfVoidIsNull() throws Exception {
        Script script = Script.of("ignored");
        service.nothing(script);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(tested).containsExactly("null", "null", "null");
    }

    @Test
    void anInterruptWhileWaitingEndsTheCall() {
        Script script = Script.of("busy", "ok");
        Throwable thrown = catchThrowable(() -> service.busy(() -> {
            Thread.currentThread().interrupt();
            return script.call();
        }));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isExactlyInstanceOf(CancellationException.class)
                .hasMessage("Thread was interrupted during retry wait interval");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aRejectedResultOfAFutureIsRetried() {
        Script script = Script.of(done("busy"), done("ok"));
        assertThat(service.later(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(tested).containsExactly("busy", "ok");
        assertThat(application.asked()).containsExactly(new Asked(1, null, "busy"));
    }

    @Test
    void theLastRejectedResultOfAFutureIsItsResult() {
        Script script = Script.of(done("busy"));
        assertThat(service.later(script).join()).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void theLastRejectedResultOfAFutureFailsWhereThatIsConfigured() {
        Script script = Script.of(done("busy"));
        assertThat(catchThrowable(() -> service.strictLater(script).join()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(MaxRetriesExceededException.class)
                .hasMessage("Retry 'strict' has exhausted all attempts (3)");
        assertThat(script.attempts()).isEqualTo(3);
    }

    private static List<Long> difference(List<Long> before, List<Long> after) {
        return IntStream.range(0, after.size())
                .mapToObj(i -> after.get(i) - before.get(i))
                .toList();
    }

    private static CompletableFuture<Object> done(Object result) {
        return CompletableFuture.completedFuture(result);
    }

    static class Service {

        @Retry(name = "busy")
        public Object busy(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "strict")
        public Object strict(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "busy")
        public void nothing(Callable<Object> attempt) throws Exception {
            attempt.call();
        }

        @Retry(name = "busy")
        public CompletableFuture<Object> later(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "strict")
        public CompletableFuture<Object> strictLater(Script attempt) {
            return attempt.run();
        }
    }
}
