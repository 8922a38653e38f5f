package io.backoff.benchmarks.overload;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.http.RetryAttemptHeader;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests that carry their remaining time. Each request times out after 100 ms; the server does not notice that.
 */
final class Client {

    static final Duration PATIENCE = Duration.ofMillis(100);

    private final TimeSource time;
    private final Server server;
    private final Recording recording;

    Client(TimeSource time, Server server, Recording recording) {
        this.time = time;
        this.server = server;
        this.recording = recording;
    }

    /** Makes one attempt. */
    CompletableFuture<String> attempt() {
        recording.attempted();
        CompletableFuture<String> response = new CompletableFuture<>();
        TimeSource.Scheduled timeout =
                time.schedule(() -> response.completeExceptionally(new NoAnswer("Timeout")), PATIENCE, Purpose.TIMEOUT);
        server.request(header()).whenComplete((value, failure) -> {
            timeout.cancel();
            if (failure == null) {
                recording.served(response.complete(value));
            } else {
                response.completeExceptionally(failure);
            }
        });
        return response;
    }

    /** The header that the library sends with {@code attempt-header: always}. */
    private static String header() {
        RetryScope scope = RetryScopeHolder.current();
        TimeLeft left = scope == null ? null : scope.timeLeft();
        OptionalLong ttl = left == null
                ? OptionalLong.empty()
                : OptionalLong.of(left.duration().toMillis());
        int previous = scope instanceof CurrentAttempt attempt ? attempt.number() - 1 : 0;
        return new RetryAttemptHeader(previous, OptionalInt.empty(), ttl).format();
    }
}
