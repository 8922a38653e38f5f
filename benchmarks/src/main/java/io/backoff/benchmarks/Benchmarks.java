package io.backoff.benchmarks;

import io.backoff.benchmarks.call.CallReport;
import io.backoff.benchmarks.call.CallReport.Effort;
import io.backoff.benchmarks.call.TwoThreads;
import io.backoff.benchmarks.startup.StartUp;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Runs all that this module measures, and prints tables as they stand in the documentation. */
public final class Benchmarks {

    private Benchmarks() {}

    /** {@code quick} for less than ten minutes, {@code full} for figures to publish. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1 || !Arrays.asList("quick", "full").contains(arguments[0])) {
            System.err.println("Say 'quick' or 'full'.");
            System.exit(1);
        }
        Effort effort = Effort.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        System.out.printf(
                "Java %s, %s, %d processors%n",
                System.getProperty("java.vm.version"),
                System.getProperty("os.name") + ' ' + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors());
        new CallReport(effort).print();
        if (effort == Effort.FULL) {
            TwoThreads.print(8);
        }
        StartUp start = effort == Effort.QUICK ? new StartUp(List.of(1000), 3) : StartUp.toPublish();
        start.print();
        PendingOperations.print(effort == Effort.QUICK ? new Contender[] {Contender.BACKOFF} : Contender.values());
    }
}
