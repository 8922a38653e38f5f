package io.backoff.adopt.springretry;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.springframework.retry.RetryContext;
import org.springframework.retry.support.RetrySynchronizationManager;

/** What a method does in each attempt, and a count of its attempts. The last step is repeated. */
final class Script {

    private final Deque<Callable<?>> steps;
    private int attempts;

    private Script(List<? extends Callable<?>> steps) {
        this.steps = new ArrayDeque<>(steps);
    }

    /** Throws what is throwable and returns everything else. */
    static Script of(Object... steps) {
        return new Script(List.of(steps).stream().map(Script::step).toList());
    }

    static Script calling(Callable<?>... steps) {
        return new Script(Arrays.asList(steps));
    }

    Object run() throws Exception {
        attempts++;
        return (steps.size() > 1 ? steps.remove() : steps.element()).call();
    }

    /** Throws checked exceptions too. */
    Object runUndeclared() {
        try {
            return run();
        } catch (Exception e) {
            return Script.<RuntimeException>raise(e);
        }
    }

    int attempts() {
        return attempts;
    }

    /** The context of the innermost call of spring-retry. */
    static RetryContext context() {
        return RetrySynchronizationManager.getContext();
    }

    private static Callable<Object> step(Object step) {
        return () -> step instanceof Throwable failure ? Script.<Exception>raise(failure) : step;
    }

    @SuppressWarnings("unchecked") // the compiler sees an unchecked exception in place of any other
    private static <T extends Throwable> Object raise(Throwable failure) throws T {
        throw (T) failure;
    }
}
