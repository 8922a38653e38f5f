package io.backoff.benchmarks.startup;

import io.backoff.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Measures how long an application with many guarded beans takes to start. Each bean has its own class, and each start
 * has its own JVM.
 */
public final class StartUp {

    private static final List<Candidate> PEERS =
            List.of(Candidate.FRAMEWORK, Candidate.SPRING_RETRY, Candidate.RESILIENCE4J);

    private final List<Integer> counts;
    private final int repetitions;

    /** Configures the numbers of beans, and the number of starts for each. */
    public StartUp(List<Integer> counts, int repetitions) {
        this.counts = counts;
        this.repetitions = repetitions;
    }

    /**
     * Starts a candidate with a number of beans in this JVM, and prints how many milliseconds that took. Without
     * arguments, measures all candidates.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            toPublish().print();
            return;
        }
        Candidate candidate = Candidate.valueOf(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        List<Class<?>> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            classes.add(GeneratedBeans.load(i));
        }
        long begin = System.nanoTime();
        new SpringApplicationBuilder(EveryApplication.class, candidate.configuration)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=error")
                .initializers(
                        context -> classes.forEach(type -> ((GenericApplicationContext) context).registerBean(type)))
                .run();
        System.out.println(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        System.exit(0);
    }

    /**
     * Configures so many starts that the errors of the medians are smaller than the differences of interest, even on a
     * shared machine.
     */
    public static StartUp toPublish() {
        return new StartUp(List.of(1, 100, 1000), 15);
    }

    public void print() throws IOException, InterruptedException {
        System.out.printf("%n### Start of an application, in milliseconds%n%n");
        System.out.print("| beans |");
        counts.forEach(count -> System.out.printf(" %d | lowest to highest | ratio |", count));
        System.out.printf("%n|---|%s%n", "---|---|---|".repeat(counts.size()));
        Map<Candidate, Path> classes = new EnumMap<>(Candidate.class);
        for (Candidate candidate : Candidate.values()) {
            classes.put(candidate, GeneratedBeans.compile(candidate, counts.get(counts.size() - 1)));
        }
        List<Map<Candidate, List<Long>>> measured = new ArrayList<>();
        for (int count : counts) {
            measured.add(measure(classes, count));
        }
        for (Candidate candidate : Candidate.values()) {
            System.out.printf("| %s |", candidate);
            measured.forEach(ofCount -> printCell(ofCount, candidate));
            System.out.println();
        }
        System.out.print("| BACKOFF_UNMETERED over the cheapest of others |");
        measured.forEach(StartUp::printOverCheapest);
        System.out.println();
    }

    private static void printCell(Map<Candidate, List<Long>> measured, Candidate candidate) {
        List<Long> times = measured.get(candidate);
        System.out.printf(
                " %d | %d .. %d | %.2f |",
                median(times),
                Collections.min(times),
                Collections.max(times),
                ratio(times, measured.get(candidate.onOthers() ? Candidate.NOOP_ON_OTHERS : Candidate.NOOP_CGLIB)));
    }

    private static void printOverCheapest(Map<Candidate, List<Long>> measured) {
        Candidate cheapest = PEERS.stream()
                .min(Comparator.comparing(candidate -> median(measured.get(candidate))))
                .orElseThrow();
        System.out.printf(
                " %s | | %.2f |", cheapest, ratio(measured.get(Candidate.BACKOFF_UNMETERED), measured.get(cheapest)));
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    // Divides, for each repetition, the time that one candidate took to start by that of another, and returns the
    // median of these ratios. Within a repetition, the candidates start shortly after one another, so the load of the
    // machine is about the same.
    private static double ratio(List<Long> times, List<Long> floor) {
        return IntStream.range(0, times.size())
                .mapToDouble(i -> times.get(i) / (double) floor.get(i))
                .sorted()
                .toArray()[times.size() / 2];
    }

    // All candidates take turns, so that other work on the machine affects all of them alike.
    private Map<Candidate, List<Long>> measure(Map<Candidate, Path> classes, int count)
            throws IOException, InterruptedException {
        Map<Candidate, List<Long>> times = new EnumMap<>(Candidate.class);
        for (int i = 0; i < repetitions; i++) {
            for (Candidate candidate : Candidate.values()) {
                times.computeIfAbsent(candidate, key -> new ArrayList<>())
                        .add(start(candidate, classes.get(candidate), count));
            }
        }
        return times;
    }

    private static long start(Candidate candidate, Path classes, int count) throws IOException, InterruptedException {
        String printed = OwnJvm.of(StartUp.class, "-Xms1g")
                .with(classes)
                .run(candidate.name(), Integer.toString(count))
                .orElseThrow(() -> new IOException(candidate + " did not start"));
        return Long.parseLong(printed.strip());
    }
}
