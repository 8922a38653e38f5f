package io.backoff.deadline;

import static io.backoff.deadline.DeadlineApplication.remaining;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.engine.BackoffOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.provider.Arguments;

/** An application with nested calls and injected time. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class DeadlineFixture {

    final AtomicInteger attempts = new AtomicInteger();
    DeadlineApplication application;
    DeadlineApplication independent;

    /** The ways to make calls that are tested. */
    protected abstract List<? extends Way> ways();

    /** What their application needs besides the usual beans. */
    protected List<Class<?>> furtherConfigurations() {
        return List.of();
    }

    /** The properties of their application. */
    protected String[] properties() {
        return new String[0];
    }

    /** Whether there may be only one application at a time. */
    protected boolean isAlone() {
        return false;
    }

    @BeforeAll
    void start() {
        application = new DeadlineApplication(furtherConfigurations(), properties());
        independent = isAlone() ? application : startIndependent();
    }

    private DeadlineApplication startIndependent() {
        return new DeadlineApplication(
                furtherConfigurations(),
                Stream.concat(Stream.of(properties()), Stream.of("backoff.deadlines=independent"))
                        .toArray(String[]::new));
    }

    @AfterAll
    void stop() {
        independent.close();
        application.close();
    }

    @BeforeEach
    void forget() {
        application.forget();
        independent.forget();
        attempts.set(0);
    }

    DeadlineApplication application() {
        return application;
    }

    Late late(Step call) {
        AtomicReference<Late> late = new AtomicReference<>();
        catchThrowable(() -> within(
                "request",
                () -> afterSeconds(11, () -> {
                    long before = application.recordedCalls();
                    Object[] returned = new Object[1];
                    Throwable thrown = catchThrowable(() -> returned[0] = call.make());
                    late.set(new Late(returned[0], thrown, application.recordedCalls() - before));
                    return "late";
                })));
        return late.get();
    }

    Object attempt() {
        attempts.incrementAndGet();
        return "done";
    }

    Object seenIn(Way way, String policy) throws Exception {
        return quietly(() -> call(way, policy, DeadlineApplication::remaining));
    }

    static Object remember(AtomicReference<Duration> seen) {
        seen.set(remaining());
        return "done";
    }

    Object call(Way way, String policy, Callable<Object> attempt) throws Throwable {
        return way.call(application.context(), policy, attempt);
    }

    Object within(String policy, Callable<Object> attempt) throws Throwable {
        return operations(application).call(policy, attempt::call);
    }

    Object afterSeconds(int seconds, Callable<Object> step) throws Exception {
        application.time().advance(Duration.ofSeconds(seconds));
        return step.call();
    }

    static BackoffOperations operations(DeadlineApplication application) {
        return application.context().getBean(BackoffOperations.class);
    }

    Stream<Arguments> with(List<Arguments> cases) {
        return ways().stream()
                .flatMap(way -> cases.stream().map(each -> {
                    List<Object> all = new ArrayList<>(List.of(way));
                    Stream.of(each.get()).forEach(all::add);
                    return arguments(all.toArray());
                }));
    }

    static Object quietly(Step step) throws Exception {
        try {
            return step.make();
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    interface Step {

        Object make() throws Throwable;
    }

    record Late(Object returned, Throwable thrown, long recorded) {}
}
