package io.backoff.benchmarks.overload;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.http.IncomingAttempt;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;

/** A handler whose work is a guarded call: no work starts for a caller that has stopped waiting. */
final class GuardedHandler implements Handler {

    private static final String POLICY = "handler";

    private final BackoffOperations operations;
    private final TimeSource time;
    private final Queueing queueing;
    private final boolean checking;

    /**
     * Creates a handler of an application.
     *
     * @param checking whether the handler rejects requests whose deadlines will pass before the work is done
     */
    GuardedHandler(BeanFactory application, Queueing queueing, boolean checking) {
        this.operations = application.getBean(BackoffOperations.class);
        this.time = application.getBean(TimeSource.class);
        this.queueing = queueing;
        this.checking = checking;
    }

    @Override
    public CompletionStage<String> handle(Request request, Supplier<CompletableFuture<String>> work) {
        IncomingAttempt attempt =
                IncomingAttempt.of(name -> "Retry-Attempt".equals(name) ? List.of(request.attempt()) : List.of());
        long arrival = queueing == Queueing.INSIDE ? request.arrival() : time.nanoTime();
        CallerContext.Scope scope =
                RetryScopeHolder.enter(new RequestScope(attempt, () -> Duration.ofNanos(time.nanoTime() - arrival)));
        try {
            return operations.callAsync(POLICY, () -> checking ? ifInTime(work) : work.get());
        } finally {
            scope.close();
        }
    }

    private static CompletableFuture<String> ifInTime(Supplier<CompletableFuture<String>> work) {
        return CurrentAttempt.get()
                .flatMap(CurrentAttempt::remaining)
                .filter(remaining -> remaining.compareTo(Server.EFFORT) < 0)
                .map(tooShort -> CompletableFuture.<String>failedFuture(new NoAnswer("Too late")))
                .orElseGet(work);
    }

    /** Where requests wait for a worker. */
    enum Queueing {
        /** In front of Backoff's filter, like requests that wait for one of Tomcat's threads. */
        IN_FRONT,

        /** Behind Backoff's filter, like requests that wait for a thread of the application's executor. */
        INSIDE
    }
}
