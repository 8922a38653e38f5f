package io.backoff.grpc.server;

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.http.OverloadedException;
import io.backoff.server.RequestRetryScope;
import io.backoff.test.FakeTime;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.resilience.InvocationRejectedException;

/** The work of an order, which its item names, whatever the kind of the handler. */
class ShopWork {

    static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);
    static final Metadata.Key<String> OWN = Metadata.Key.of("own", Metadata.ASCII_STRING_MARSHALLER);

    private static final IllegalStateException ALWAYS_THE_SAME = new IllegalStateException("always this one");
    private static final Metadata SHARED = trailers("own", "shared");

    private final BackoffOperations operations;
    private final AtomicInteger bottom;
    private final FakeTime time;

    ShopWork(BackoffOperations operations, AtomicInteger bottom, FakeTime time) {
        this.operations = operations;
        this.bottom = bottom;
        this.time = time;
    }

    String of(String item) throws Exception {
        return switch (item) {
            case "ok" -> ok();
            case "scope" -> "" + (RetryScopeHolder.current() instanceof RequestRetryScope);
            case "overloaded" -> throw new OverloadedException("a secret");
            case "overloaded-for-a-while" -> throw new OverloadedException("a secret", Duration.ofSeconds(3));
            case "limited" -> throw new InvocationRejectedException("limit", this);
            case "handled" -> throw new Handled();
            case "handled-by-advice" -> throw new HandledByAdvice();
            case "unguarded" -> throw ALWAYS_THE_SAME;
            default -> item.contains("guarded") || item.contains("budget") ? guarded(item) : own(item);
        };
    }

    private String ok() {
        bottom.incrementAndGet();
        return "fine";
    }

    /** Failures whose status the handler names itself. */
    private String own(String item) {
        throw switch (item) {
            case "unavailable" ->
                Status.UNAVAILABLE.withDescription("closed for lunch").asRuntimeException();
            case "used-up" -> Status.RESOURCE_EXHAUSTED.asRuntimeException();
            case "shared-trailers" -> Status.UNAVAILABLE.asRuntimeException(SHARED);
            case "own-pushback" -> Status.UNAVAILABLE.asRuntimeException(trailers(PUSHBACK.name(), "4321"));
            case "own-retry-info" -> Status.UNAVAILABLE.asRuntimeException(details(7_000));
            case "own-short-retry-info" -> Status.UNAVAILABLE.asRuntimeException(details(100));
            case "own-empty-retry-info" -> Status.UNAVAILABLE.asRuntimeException(details(0));
            case "own-twice" -> Status.UNAVAILABLE.asRuntimeException(twice());
            case "own-never" -> Status.UNAVAILABLE.asRuntimeException(trailers(PUSHBACK.name(), "-1"));
            case "overload-with-status" ->
                Status.RESOURCE_EXHAUSTED.withCause(new OverloadedException()).asRuntimeException();
            default -> Status.NOT_FOUND.withDescription(item).asRuntimeException();
        };
    }

    private String guarded(String item) throws Exception {
        return switch (item) {
            case "guarded" -> call("inner", ALWAYS_THE_SAME);
            case "guarded-overload" -> call("inner", new OverloadedException());
            case "guarded-unavailable" -> call("inner", Status.UNAVAILABLE.asRuntimeException(SHARED));
            case "guarded-aborted" -> call("inner", Status.ABORTED.asRuntimeException(new Metadata()));
            case "guarded-handled" -> call("inner", new Handled());
            case "guarded-caught" -> caught();
            case "guarded-caught-unavailable" -> {
                caught();
                throw Status.UNAVAILABLE.withDescription("mine").asRuntimeException();
            }
            case "guarded-renamed" -> renamed("inner");
            case "without-budget" -> call("poor", ALWAYS_THE_SAME);
            case "without-budget-aborted" -> call("poor", Status.ABORTED.asRuntimeException(SHARED));
            case "without-budget-handled" -> call("poor", new Handled());
            case "without-budget-renamed" -> renamed("poor");
            case "guarded-remaining" -> operations.call("inner", ShopWork::remaining);
            case "guarded-late" -> operations.call("inner", this::late);
            default -> throw new IllegalArgumentException(item);
        };
    }

    private String caught() throws Exception {
        try {
            return call("inner", ALWAYS_THE_SAME);
        } catch (IllegalStateException failure) {
            return "mine";
        }
    }

    private String renamed(String policy) throws Exception {
        try {
            return call(policy, ALWAYS_THE_SAME);
        } catch (IllegalStateException failure) {
            throw Status.FAILED_PRECONDITION.withCause(failure).asRuntimeException();
        }
    }

    private String call(String policy, Exception failure) throws Exception {
        return operations.call(policy, () -> {
            bottom.incrementAndGet();
            throw failure;
        });
    }

    private static String remaining() {
        return CurrentAttempt.get()
                .flatMap(CurrentAttempt::remaining)
                .map(left -> "" + left.toMillis())
                .orElse("unbounded");
    }

    /** Takes longer than any caller waits. */
    private String late() throws TimeoutException {
        bottom.incrementAndGet();
        time.advance(Duration.ofHours(1));
        throw new TimeoutException("late");
    }

    private static Metadata trailers(String key, String value) {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value);
        return trailers;
    }

    private static Metadata twice() {
        Metadata trailers = trailers(PUSHBACK.name(), "4321");
        trailers.put(PUSHBACK, "4321");
        return trailers;
    }

    private static Metadata details(int millis) {
        Metadata trailers = new Metadata();
        trailers.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
                com.google.rpc.Status.newBuilder()
                        .addDetails(Any.pack(RetryInfo.newBuilder()
                                .setRetryDelay(com.google.protobuf.Duration.newBuilder()
                                        .setSeconds(millis / 1_000)
                                        .setNanos(millis % 1_000 * 1_000_000))
                                .build()))
                        .build()
                        .toByteArray());
        return trailers;
    }

    /** Handled by a {@code GrpcExceptionHandler} of the application. */
    static class Handled extends OverloadedException {

        private static final long serialVersionUID = 1L;
    }

    /** Handled by a {@code GrpcAdvice} of the application. */
    static class HandledByAdvice extends OverloadedException {

        private static final long serialVersionUID = 1L;
    }
}
