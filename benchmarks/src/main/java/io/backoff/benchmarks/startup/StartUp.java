package io.backoff.benchmarks.startup;

import io.backoff.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;

/**
 * How long an application with so many guarded beans takes to start, each of a class of its own, in a new JVM each time.
 */
public final class StartUp {

    private final List<Integer> counts;
    private final int repetitions;

    /** Starts with each of these numbers of beans, so many times. */
    public StartUp(List<Integer> counts, int repetitions) {
        this.counts = counts;
        this.repetitions = repetitions;
    }

    /** Started by {@link #print}: a candidate, and the number of beans. Prints milliseconds. */
    public static void main(String[] arguments) throws Exception {
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
                        context -> classes.forEach(each -> ((GenericApplicationContext) context).registerBean(each)))
                .run();
        System.out.println(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        System.exit(0);
    }

    public void print() throws IOException, InterruptedException {
        System.out.printf("%n### Start of an application, in milliseconds%n%n");
        System.out.print("| beans |");
        counts.forEach(count -> System.out.printf(" %d | lowest to highest | ratio |", count));
        System.out.printf("%n|---|%s%n", "---|---|---|".repeat(counts.size()));
        Map<Candidate, Path> classes = new EnumMap<>(Candidate.class);
        for (Candidate each : Candidate.values()) {
            classes.put(each, GeneratedBeans.compile(each, counts.get(counts.size() - 1)));
        }
        List<Map<Candidate, List<Long>>> measured = new ArrayList<>();
        for (int count : counts) {
            measured.add(measure(classes, count));
        }
        for (Candidate each : Candidate.values()) {
            System.out.printf("| %s |", each);
            measured.forEach(ofCount -> printCell(ofCount, each));
            System.out.println();
        }
    }

    private static void printCell(Map<Candidate, List<Long>> measured, Candidate candidate) {
        List<Long> times = measured.get(candidate);
        Candidate floor = candidate.onOthers() ? Candidate.NOOP_ON_OTHERS : Candidate.NOOP_CGLIB;
        System.out.printf(
                " %d | %d .. %d | %.2f |",
                median(times),
                times.get(0),
                times.get(times.size() - 1),
                median(times) / (double) median(measured.get(floor)));
    }

    // All in turn, so that what else happens on the machine happens to all.
    private Map<Candidate, List<Long>> measure(Map<Candidate, Path> classes, int count)
            throws IOException, InterruptedException {
        Map<Candidate, List<Long>> times = new EnumMap<>(Candidate.class);
        for (int i = 0; i < repetitions; i++) {
            for (Candidate each : Candidate.values()) {
                times.computeIfAbsent(each, candidate -> new ArrayList<>()).add(start(each, classes.get(each), count));
            }
        }
        times.values().forEach(each -> each.sort(null));
        return times;
    }

    private static long start(Candidate candidate, Path classes, int count) throws IOException, InterruptedException {
        String printed = OwnJvm.of(StartUp.class, "-Xms1g")
                .with(classes)
                .run(candidate.name(), Integer.toString(count))
                .orElseThrow(() -> new IOException(candidate + " did not start"));
        return Long.parseLong(printed.strip());
    }

    private static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}
