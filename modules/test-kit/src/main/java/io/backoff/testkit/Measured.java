package io.backoff.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** The duration of each step at one problem size. */
public final class Measured {

    /**
     * When two sizes are compared, a step at the smaller size counts as at least this long: shorter durations are
     * mostly noise, such as a checkpoint of the database.
     */
    private static final long SHORTEST_MILLIS = 50;

    /**
     * The permitted increase in duration at ten times the size. Linear costs would increase tenfold, quadratic costs a
     * hundredfold. Twice the linear increase covers sorting, caches that no longer fit, and noise.
     */
    private static final double LINEAR = 20;

    private final String size;
    private final Map<String, Long> millis = new LinkedHashMap<>();
    private final Map<String, Integer> characters = new LinkedHashMap<>();

    public Measured(String size) {
        this.size = size;
    }

    /** Runs a step that changes nothing three times, and records the shortest duration, without pauses of the JVM. */
    public <T> T shortest(String name, Callable<T> step) throws Exception {
        step(name, step);
        step(name, step);
        return step(name, step);
    }

    /**
     * Runs a step, and records its duration and the length of the returned text. Of several runs, the shortest counts.
     */
    public <T> T step(String name, Callable<T> step) throws Exception {
        long begin = System.nanoTime();
        T result = step.call();
        millis.merge(name, Duration.ofNanos(System.nanoTime() - begin).toMillis(), Math::min);
        if (result instanceof String text) {
            characters.put(name, text.length());
        }
        return result;
    }

    /**
     * Asserts that the duration of each step grows about linearly with the size.
     *
     * @param tenth the durations at a tenth of this size
     */
    public void isLinearTo(Measured tenth) {
        System.out.printf("%n| | %s | %s | characters |%n|---|--:|--:|--:|%n", tenth.size, size);
        millis.forEach((step, time) -> System.out.printf(
                "| %s | %,d ms | %,d ms | %s |%n",
                step,
                tenth.millis.get(step),
                time,
                characters.containsKey(step) ? "%,d".formatted(characters.get(step)) : ""));
        assertThat(millis)
                .allSatisfy((step, time) -> assertThat(time).as(step).isLessThanOrEqualTo((long)
                        (LINEAR * Math.max(SHORTEST_MILLIS, tenth.millis.get(step)))));
    }
}
