package io.backoff.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** How long the steps took at one size. */
public final class Measured {

    /** Shorter times are noise: a step may take this long at the small size. */
    private static final long SHORTEST_MILLIS = 20;

    /**
     * Ten times the size costs ten times the time if the costs are linear, and a hundred times if they are quadratic.
     * The rest is noise: caches that no longer fit, and neighbours on the machine.
     */
    private static final double LINEAR = 30;

    private final String size;
    private final Map<String, Long> millis = new LinkedHashMap<>();
    private final Map<String, Integer> characters = new LinkedHashMap<>();

    public Measured(String size) {
        this.size = size;
    }

    /** Makes a step, and keeps how long it took and how long the returned text is. */
    public <T> T step(String name, Callable<T> step) throws Exception {
        long begin = System.nanoTime();
        T result = step.call();
        millis.put(name, Duration.ofNanos(System.nanoTime() - begin).toMillis());
        if (result instanceof String text) {
            characters.put(name, text.length());
        }
        return result;
    }

    /** Checks that no step took more than its share of time at ten times the size of another one. */
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
