package io.backoff.rewrite.equivalence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;

/**
 * How the callee behaves in one call of the service.
 *
 * @param failures the failure of each attempt, which are counted from 1; null if it succeeds
 * @param duration the time that each attempt takes
 */
public record Scenario(String name, IntFunction<Throwable> failures, Duration duration) {

    static final Scenario SUCCEEDS = new Scenario("succeeds", attempt -> null, Duration.ZERO);
    static final Scenario FAILS = always(IllegalStateException::new);

    /** What a policy may distinguish, statuses apart. */
    static final List<Scenario> STANDARD = List.of(
            SUCCEEDS,
            FAILS,
            times(1, IllegalStateException::new),
            times(2, WarehouseDownException::new),
            always(WarehouseDownException::new),
            always(WarehouseDownException.Burning::new),
            always(SoldOutException::new),
            always(() -> new IOException("no answer")),
            always(() -> new FileNotFoundException("no file")),
            always(() -> new TimeoutException("late")),
            always(NullPointerException::new),
            always(() -> new IllegalArgumentException("wrong")),
            always(() -> new UnsupportedOperationException("none")),
            always(() -> new AssertionError("broken")),
            always(() -> new IllegalStateException(new IOException("cause"))),
            always(() -> new IllegalStateException(new SoldOutException())),
            always(() -> new IllegalStateException(new IllegalArgumentException(new WarehouseDownException()))),
            always(() -> new WarehouseDownException(new SoldOutException())),
            always(() -> new CompletionException(new SoldOutException())));

    /** Failures that have an HTTP status, or are caused by one that has. */
    static final List<Scenario> STATUSES = List.of(
            always(() -> new HttpClientErrorException(HttpStatus.NOT_FOUND)),
            always(() -> new HttpClientErrorException(HttpStatus.TOO_MANY_REQUESTS)),
            always(Scenario::unavailableForAMinute),
            always(() -> new IllegalStateException(new HttpClientErrorException(HttpStatus.CONFLICT))));

    /** The scenarios of a case that names none. */
    static final List<Scenario> ALL =
            Stream.concat(STANDARD.stream(), STATUSES.stream()).toList();

    /** Each attempt fails. */
    public static Scenario always(Supplier<? extends Throwable> failure) {
        return new Scenario("always " + failure.get(), attempt -> failure.get(), Duration.ZERO);
    }

    /** The first attempts fail. */
    public static Scenario times(int failing, Supplier<? extends Throwable> failure) {
        return new Scenario(
                failing + " times " + failure.get(),
                attempt -> attempt <= failing ? failure.get() : null,
                Duration.ZERO);
    }

    /** The same failures, where each attempt takes some time. */
    public Scenario taking(Duration each) {
        return new Scenario(name + " after " + each, failures, each);
    }

    private static HttpServerErrorException unavailableForAMinute() {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "60");
        return new HttpServerErrorException(HttpStatus.SERVICE_UNAVAILABLE, "down", headers, null, null);
    }

    @Override
    public String toString() {
        return name;
    }
}
