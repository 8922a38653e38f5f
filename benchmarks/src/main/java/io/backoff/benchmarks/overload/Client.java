package io.backoff.benchmarks.overload;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends requests, and gives up on each after a tenth of a second, unnoticed by the server. */
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
        server.request().whenComplete((value, failure) -> {
            timeout.cancel();
            if (failure == null) {
                recording.served(response.complete(value));
            } else {
                response.completeExceptionally(failure);
            }
        });
        return response;
    }
}
