package io.backoff.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A scripted method body: each attempt produces the next outcome, and the last one repeats. */
@NullMarked
public final class Script implements Callable<Object> {

    private final List<? extends Callable<?>> steps;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private Script(List<? extends Callable<?>> steps) {
        this.steps = steps;
    }

    /** Creates a script from results and failures of any type; failures are thrown. */
    public static Script of(@Nullable Object... outcomes) {
        return new Script(Arrays.stream(outcomes).map(Script::step).toList());
    }

    /**
     * Creates a script that fails a number of times, with the messages {@code failure 1}, {@code failure 2} and so on,
     * and then produces {@code last}.
     */
    public static Script failing(int times, @Nullable Object last) {
        return of(Stream.concat(
                        IntStream.rangeClosed(1, times).mapToObj(i -> new IllegalStateException("failure " + i)),
                        Stream.of(new @Nullable Object[] {last}))
                .toArray());
    }

    /** Creates a script in which each attempt runs the next step. */
    public static Script calling(Callable<?>... steps) {
        return new Script(List.of(steps));
    }

    /** Makes one attempt. Throws checked exceptions too, declared or not. */
    @SuppressWarnings("unchecked") // the caller knows the type of the outcomes
    public <T> T run() {
        threads.add(Thread.currentThread());
        try {
            return (T) steps.get(Math.min(threads.size(), steps.size()) - 1).call();
        } catch (Throwable failure) {
            throw Script.<RuntimeException>raised(failure);
        }
    }

    @Override
    public Object call() {
        return run();
    }

    public int attempts() {
        return threads.size();
    }

    /** The thread of each attempt. */
    public List<Thread> threads() {
        return threads;
    }

    private static Callable<@Nullable Object> step(@Nullable Object outcome) {
        return () -> {
            if (outcome instanceof Throwable failure) {
                throw Script.<RuntimeException>raised(failure);
            }
            return outcome;
        };
    }

    @SuppressWarnings("unchecked") // the compiler treats the exception as unchecked
    private static <X extends Throwable> X raised(Throwable failure) throws X {
        throw (X) failure;
    }
}
