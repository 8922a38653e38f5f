package io.backoff.adopt.framework;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The outcomes of attempts, in order: an exception to throw or a result. The last one repeats. */
final class Script {

    private final List<Object> outcomes;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private Script(List<Object> outcomes) {
        this.outcomes = outcomes;
    }

    static Script of(@Nullable Object... outcomes) {
        return new Script(Arrays.asList(outcomes));
    }

    static Script failing(int times, Object last) {
        var outcomes = new Object[times + 1];
        Arrays.setAll(outcomes, index -> new IllegalStateException("failure " + (index + 1)));
        outcomes[times] = last;
        return of(outcomes);
    }

    /** Makes one attempt. */
    @SuppressWarnings("unchecked")
    <T> T run() {
        threads.add(Thread.currentThread());
        var outcome = outcomes.get(Math.min(threads.size(), outcomes.size()) - 1);
        if (outcome instanceof Throwable failure) {
            throw Script.<RuntimeException>unchecked(failure);
        }
        return (T) outcome;
    }

    int attempts() {
        return threads.size();
    }

    List<Thread> threads() {
        return threads;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}
