package io.backoff.delay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Every strategy x jitter x cap x granularity, at most 10 s. */
record Combination(String name, Growth growth, String jitter, Cap cap, Delay delay) {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;
    static final long MAX = 10 * SECOND;

    static Map<String, Growth> growths() {
        Map<String, Growth> growths = new LinkedHashMap<>();
        growths.put("constant", Growth.constant(200 * MILLI));
        growths.put("linear", Growth.linear(200 * MILLI, 300 * MILLI));
        growths.put("exponential", Growth.exponential(200 * MILLI, 2));
        growths.put("slow exponential", Growth.exponential(MILLI, 1.001));
        growths.put("polynomial", Growth.polynomial(200 * MILLI, 1.7));
        growths.put("fibonacci", Growth.fibonacci(200 * MILLI));
        growths.put("list", Growth.list(SECOND, 3 * SECOND, 15 * SECOND));
        return growths;
    }

    static Map<String, Jitter> jitters() {
        Map<String, Jitter> jitters = new LinkedHashMap<>();
        jitters.put("none", Jitter.none());
        jitters.put("full", Jitter.full());
        jitters.put("equal", Jitter.equal());
        jitters.put("proportional", Jitter.proportional(0.5));
        jitters.put("additive", Jitter.additive(SECOND));
        return jitters;
    }

    static Stream<Combination> all() {
        List<Combination> all = new ArrayList<>();
        for (Cap cap : Cap.values()) {
            growths()
                    .forEach((growthName, growth) -> jitters().forEach((jitterName, jitter) -> {
                        for (long granularity : new long[] {0, 70 * MILLI}) {
                            String name = growthName + ", " + jitterName + ", " + cap + ", granularity " + granularity;
                            Delay delay = Delay.of(growth, jitter, cap, MAX, granularity);
                            all.add(new Combination(name, growth, jitterName, cap, delay));
                        }
                    }));
            Delay slots = Delay.binaryExponential(70 * MILLI, 10, cap, MAX);
            Growth base = wait -> 70 * MILLI * ((1L << Math.min(wait, 10)) - 1);
            all.add(new Combination("binary-exponential, " + cap, base, "slots", cap, slots));
        }
        return all.stream();
    }

    /** Waits 1 and 2, the waits around the one whose base first reaches the cap, and the last possible wait. */
    IntStream waits() {
        int atCap = IntStream.rangeClosed(2, 20_000)
                .filter(wait -> growth.nanos(wait) >= MAX)
                .findFirst()
                .orElse(50);
        return IntStream.of(1, 2, atCap - 1, atCap, atCap + 1, 1_000, 1_000_000, Integer.MAX_VALUE)
                .filter(wait -> wait > 0)
                .distinct();
    }

    LongStream samples(int wait, int count) {
        return samples(delay, wait, count);
    }

    static LongStream samples(Delay delay, int wait, int count) {
        Random random = new Random(42);
        return LongStream.generate(() -> delay.nanos(wait, 0, random)).limit(count);
    }

    @Override
    public String toString() {
        return name;
    }
}
