package io.backoff.benchmarks.call;

import io.backoff.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Whether calls of two threads hinder one another. Two processors that share a core, or a host with others, slow down
 * whatever runs on both; so calls of one thread and of two take turns in one JVM, and each turn is compared with a loop
 * that shares nothing, made right before it by as many threads.
 */
public final class TwoThreads {

    private static final List<Contestant> CONTESTANTS =
            List.of(Contestant.NOOP_CGLIB, Contestant.BACKOFF_UNMETERED, Contestant.BACKOFF);
    private static final OwnJvm JVM = OwnJvm.of(TwoThreads.class, "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");
    private static final int TURNS = 60;
    private static final int CALLS = 1_000;
    private static final long WARM_UP = 1_500_000_000;
    private static final long TURN = 25_000_000;
    private static final long LOOP = 8_000_000;

    private final Callee callee;
    private final CyclicBarrier together = new CyclicBarrier(2);
    private final double[][] calls = new double[2][TURNS];
    private final double[][] loops = new double[2][TURNS];
    private final double[] callsAlone = new double[TURNS];
    private final double[] loopsAlone = new double[TURNS];

    private TwoThreads(Callee callee) {
        this.callee = callee;
    }

    /** With a contestant: measures it in this JVM, and prints the ratio. Without: all, in JVMs of their own. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            print(8);
            return;
        }
        try (ConfigurableApplicationContext application =
                Contestant.valueOf(arguments[0]).start(new Failures(0, false))) {
            System.out.println(new TwoThreads(application.getBean(Callee.class)).measure());
        }
    }

    /** Runs the contestants in turn, in so many JVMs each, and prints a table. */
    public static void print(int repetitions) throws IOException, InterruptedException {
        System.out.printf("%n### Two threads over one, next to a loop that shares nothing%n%n");
        System.out.println("| | median JVM | lowest to highest JVM |");
        System.out.println("|---|---|---|");
        double[][] ratios = new double[CONTESTANTS.size()][repetitions];
        for (int i = 0; i < repetitions; i++) {
            for (int each = 0; each < ratios.length; each++) {
                ratios[each][i] = ratio(CONTESTANTS.get(each));
            }
        }
        for (int each = 0; each < ratios.length; each++) {
            Arrays.sort(ratios[each]);
            System.out.printf(
                    "| %s | %.2f | %.2f .. %.2f |%n",
                    CONTESTANTS.get(each),
                    ratios[each][repetitions / 2],
                    ratios[each][0],
                    ratios[each][repetitions - 1]);
        }
    }

    private static double ratio(Contestant contestant) throws IOException, InterruptedException {
        String printed =
                JVM.run(contestant.name()).orElseThrow(() -> new IOException(contestant + " could not be measured"));
        return Double.parseDouble(printed.strip());
    }

    private double measure() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CompletionService<Void> ended = new ExecutorCompletionService<>(threads);
        try {
            ended.submit(() -> run(0));
            ended.submit(() -> run(1));
            // The one that ends first, so that one whose call has failed says so; the other waits for it.
            ended.take().get();
            ended.take().get();
        } finally {
            threads.shutdownNow();
        }
        double[] ratios = new double[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            double two = (calls[0][turn] + calls[1][turn]) / (loops[0][turn] + loops[1][turn]);
            ratios[turn] = two / (callsAlone[turn] / loopsAlone[turn]);
        }
        Arrays.sort(ratios);
        return ratios[TURNS / 2];
    }

    private Void run(int number) throws Exception {
        int[] memory = new int[1024];
        calls(WARM_UP);
        loop(memory, WARM_UP / 4);
        for (int turn = 0; turn < TURNS; turn++) {
            together.await();
            loops[number][turn] = loop(memory, LOOP);
            together.await();
            calls[number][turn] = calls(TURN);
            together.await();
            if (number == 0) {
                loopsAlone[turn] = loop(memory, LOOP);
                callsAlone[turn] = calls(TURN);
            }
        }
        return null;
    }

    private double calls(long nanos) throws Exception {
        long begin = System.nanoTime();
        long end = begin;
        long made = 0;
        while (end - begin < nanos) {
            for (int i = 0; i < CALLS; i++) {
                callee.call("argument");
            }
            made += CALLS;
            end = System.nanoTime();
        }
        return (double) (end - begin) / made;
    }

    private static double loop(int[] memory, long nanos) {
        long begin = System.nanoTime();
        long end = begin;
        long made = 0;
        while (end - begin < nanos) {
            mix(memory);
            made++;
            end = System.nanoTime();
        }
        return (double) (end - begin) / made;
    }

    // Several things at once, as calls do: a processor that is shared slows down what waits for nothing the most.
    private static void mix(int[] memory) {
        int a = memory[0];
        int b = memory[1];
        int c = memory[2];
        int d = memory[3];
        for (int i = 0; i < 2_000; i++) {
            a = a * 31 + i;
            b = b << 1 ^ memory[i & 1023];
            c += memory[i + 7 & 1023];
            d ^= i + (d >>> 3);
            memory[i + 500 & 1023] = a + b + c + d;
        }
    }
}
