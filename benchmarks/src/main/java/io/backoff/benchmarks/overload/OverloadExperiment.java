package io.backoff.benchmarks.overload;

import io.backoff.adopt.AdoptMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Shows, with real threads, the effect of retries on a service that stalls for a second. Compares this library, Spring
 * Framework, Resilience4j and Failsafe. This library runs with and without its budget. Spring Framework runs twice:
 * alone, and governed by this library. The runs follow each other. Together, they take less than 100 seconds.
 *
 * <p>Prints tables in Markdown, and writes them and a picture into a directory.
 */
public final class OverloadExperiment {

    private static final List<String> POLICIES = List.of("no-retry", "no-budget", "default-budget", "budget-per-call");

    private OverloadExperiment() {}

    /**
     * Runs all variants.
     *
     * @param arguments the directory for {@code overload.md} and {@code overload.svg}; by default
     *     {@code benchmarks/target}
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments.length == 0 ? "benchmarks/target" : arguments[0]);
        List<Result> results = run(Scenario.REAL_TIME);
        String report = new Report(results).toString();
        System.out.print(report);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("overload.md"), report);
        Files.writeString(directory.resolve("overload.svg"), new Chart(results).toString());
        if (!results.stream().allMatch(Result::isValid)) {
            System.out.println("\nNot valid: this machine was too busy.");
            System.exit(1);
        }
    }

    private static List<Result> run(Scenario scenario) {
        try (ConfigurableApplicationContext application = Application.start();
                ConfigurableApplicationContext governing = Application.start(AdoptMode.GOVERN)) {
            List<Variant> variants = new ArrayList<>();
            POLICIES.forEach(policy -> variants.add(Variant.of(application, policy)));
            variants.addAll(Peers.all(application, governing));
            rehearse(variants);
            List<Result> results = new ArrayList<>();
            for (Variant variant : variants) {
                System.err.println(variant.title());
                results.add(Run.start(scenario, World.real(), variant).join());
            }
            return results;
        }
    }

    /**
     * Runs all variants in parallel for a second. Without this rehearsal, just-in-time compilation would slow down the
     * first variant.
     */
    private static void rehearse(List<Variant> variants) {
        variants.stream()
                .map(variant -> Run.start(Scenario.REHEARSAL, World.real(), variant))
                .toList()
                .forEach(CompletableFuture::join);
    }
}
