package io.backoff.benchmarks;

import io.backoff.benchmarks.call.CallReport;
import io.backoff.benchmarks.startup.StartUp;
import java.util.Arrays;
import java.util.List;

/** Runs all measurements of this module, and prints the tables of the documentation. */
public final class Benchmarks {

    private Benchmarks() {}

    /** Runs the measurements. The argument {@code quick} takes ten minutes; {@code full} yields figures fit to
     * publish. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1 || !Arrays.asList("quick", "full").contains(arguments[0])) {
            System.err.println("Usage: quick | full");
            System.exit(1);
        }
        boolean full = arguments[0].equals("full");
        System.out.printf(
                "Java %s, %s, %d processors%n",
                System.getProperty("java.vm.version"),
                System.getProperty("os.name") + ' ' + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors());
        new CallReport(full ? 5 : 1).print();
        PendingOperations.print(full ? Contender.values() : new Contender[] {Contender.BACKOFF});
        (full ? StartUp.toPublish() : new StartUp(List.of(1000), 3)).print();
    }
}
