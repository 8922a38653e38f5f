package io.backoff.rewrite.equivalence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Code and configuration that a recipe migrates, for one or more rows of the migration tables. {@code shop.Orders} is
 * the bean {@code orders}, and {@code place} the method that is called.
 *
 * @param table the header of the first column of the table, such as {@code @Retryable}
 * @param rows the names in the first cells, such as {@code maxAttempts}
 * @param files the code and the configuration, by their path in the project
 * @param todo part of the reason of the comment that is expected, or null if all is migrated
 * @param random whether delays are random, so that many calls are compared
 */
record Case(
        String table,
        List<String> rows,
        Map<String, String> files,
        List<Scenario> scenarios,
        @Nullable String todo,
        boolean random) {

    static final String CODE = "src/main/java/";
    static final String YAML = "src/main/resources/application.yml";
    static final String PROPERTIES = "src/main/resources/application.properties";

    private static final String SERVICE = """
            package shop;

            import io.backoff.rewrite.equivalence.*;
            import java.util.concurrent.*;
            import org.springframework.stereotype.Service;
            %s

            @Service
            public class Orders {

                private final Callee callee;

                public Orders(Callee callee) {
                    this.callee = callee;
                }

            %s}
            """;
    private static final String METHOD = """
            public String place(String item) {
                return callee.call(item);
            }
            """;

    /** A case for rows of a table. */
    static Case of(String table, String... rows) {
        return new Case(table, List.of(rows), Map.of(), Scenario.ALL, null, false);
    }

    /** The service has its method {@code place}, with these annotations. */
    Case annotated(Library library, String annotations) {
        return service(library, annotations + "\n" + METHOD);
    }

    /** The service has these members. */
    Case service(Library library, String members) {
        return file("shop/Orders.java", SERVICE.formatted(library.imports(), members.indent(4)));
    }

    /** Adds a class or interface, or replaces it, by its path below the source folder. */
    Case file(String path, String code) {
        return with(CODE + path, code);
    }

    Case yaml(String text) {
        return with(YAML, text);
    }

    Case properties(String text) {
        return with(PROPERTIES, text);
    }

    /** Replaces {@link Scenario#ALL}. */
    Case when(Scenario... behaviours) {
        return new Case(table, rows, files, List.of(behaviours), todo, random);
    }

    /** The method keeps its annotation, below a comment that contains this text. */
    Case todo(String reason) {
        return new Case(table, rows, files, scenarios, reason, random);
    }

    /** Delays are random: the scenarios are {@link Scenario#FAILS} alone, many times. */
    Case isRandom() {
        return new Case(table, rows, files, List.of(Scenario.FAILS), todo, true);
    }

    private Case with(String path, String text) {
        var all = new LinkedHashMap<>(files);
        all.put(path, text);
        return new Case(table, rows, all, scenarios, todo, random);
    }

    @Override
    public String toString() {
        return table + " " + rows;
    }
}
