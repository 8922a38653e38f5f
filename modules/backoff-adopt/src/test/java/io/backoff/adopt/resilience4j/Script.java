package io.backoff.adopt.resilience4j;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The body of a method: each attempt has the next of the outcomes, and the last one repeats. */
final class Script<T> implements Callable<T> {

    private final List<@Nullable Object> outcomes;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private Script(List<@Nullable Object> outcomes) {
        this.outcomes = outcomes;
    }

    /** Results and exceptions; an exception is thrown. */
    static <T> Script<T> of(@Nullable Object... outcomes) {
        return new Script<>(Arrays.asList(outcomes));
    }

    @Override
    @SuppressWarnings("unchecked")
    public T call() {
        threads.add(Thread.currentThread());
        Object outcome = outcomes.get(Math.min(threads.size(), outcomes.size()) - 1);
        if (outcome instanceof Throwable failure) {
            throw Script.<RuntimeException>sneaky(failure);
        }
        return (T) outcome;
    }

    int attempts() {
        return threads.size();
    }

    /** The thread of each attempt. */
    List<Thread> threads() {
        return threads;
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X sneaky(Throwable failure) throws X {
        throw (X) failure;
    }
}
