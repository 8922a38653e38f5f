package io.backoff.rewrite.equivalence;

import static io.backoff.rewrite.equivalence.Case.of;
import static io.backoff.rewrite.equivalence.Library.RESILIENCE4J;
import static io.backoff.rewrite.equivalence.Scenario.FAILS;
import static io.backoff.rewrite.equivalence.Scenario.SUCCEEDS;
import static io.backoff.rewrite.equivalence.Scenario.always;
import static io.backoff.rewrite.equivalence.Scenario.times;

import io.backoff.rewrite.MigrateResilience4jRetry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.openrewrite.Recipe;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;

/** What the recipe for Resilience4j writes does what {@code @Retry} and its instances did. */
class Resilience4jEquivalenceTests extends EquivalenceTests {

    private static final String PROPERTIES = "resilience4j.retry.instances.<name>.";
    private static final String ANNOTATION = "@Retry";
    private static final String DELAYS = "delays";
    private static final String RETRY = "@Retry(name = \"stock\")";
    private static final String NAME = "shop.Rules$";

    @Override
    Library library() {
        return RESILIENCE4J;
    }

    @Override
    Recipe recipe() {
        return new MigrateResilience4jRetry();
    }

    @Override
    Set<String> tables() {
        return Set.of(PROPERTIES, ANNOTATION, DELAYS);
    }

    @Override
    Set<String> otherTables() {
        return Set.of("RetryConfig.Builder", "EventPublisher", "IntervalFunction", "", "meter");
    }

    @Override
    Stream<Case> cases() {
        return Stream.of(
                        names(),
                        fallbacks(),
                        inheritance(),
                        limits(),
                        delays(),
                        randomDelays(),
                        failures(),
                        dropped(),
                        todos())
                .flatMap(each -> each);
    }

    private static Stream<Case> names() {
        return Stream.of(
                of(ANNOTATION, "name").annotated(RESILIENCE4J, RETRY),
                of(ANNOTATION, "name").annotated(RESILIENCE4J, RETRY).yaml("""
                        resilience4j.retry.configs.stock.max-attempts: 4
                        """),
                of(ANNOTATION, "name")
                        .annotated(RESILIENCE4J, "@Retry(name = \"[a]\")")
                        .yaml("""
                        resilience4j.retry.instances.default.max-attempts: 4
                        """),
                of(ANNOTATION, "name")
                        .annotated(RESILIENCE4J, "@Retry(name = \"default\")")
                        .yaml("""
                        resilience4j.retry.instances.default.max-attempts: 4
                        """),
                of(ANNOTATION, "name")
                        .annotated(RESILIENCE4J, "@Retry(name = \"stock.main\")")
                        .yaml("""
                        resilience4j:
                          retry:
                            instances:
                              "[stock.main]":
                                maxAttempts: 4
                        """),
                of(ANNOTATION, "name")
                        .annotated(RESILIENCE4J, "@Retry(name = \"#{'stock'}\")")
                        .todo("the name is an expression"),
                of(ANNOTATION, "name")
                        .annotated(RESILIENCE4J, "@Retry(name = \"#root.methodName\")")
                        .todo("the name is an expression"),
                of(ANNOTATION, "configuration")
                        .annotated(RESILIENCE4J, "@Retry(name = \"stock\", configuration = \"fast\")")
                        .yaml("""
                                resilience4j.retry.configs:
                                  fast.wait-duration: 10ms
                                  stock.wait-duration: 20ms
                                """),
                of(ANNOTATION, "configuration")
                        .annotated(RESILIENCE4J, "@Retry(name = \"stock\", configuration = \"fast\")")
                        .yaml("""
                                resilience4j.retry:
                                  configs.fast.wait-duration: 10ms
                                  instances.stock.wait-duration: 20ms
                                """),
                of(ANNOTATION, "name").service(RESILIENCE4J, """
                        @Retry(name = "stock")
                        public CompletableFuture<String> place(String item) {
                            try {
                                return CompletableFuture.completedFuture(callee.call(item));
                            } catch (Throwable failure) {
                                return CompletableFuture.failedFuture(failure);
                            }
                        }
                        """));
    }

    private static Stream<Case> fallbacks() {
        String retry = "@Retry(name = \"stock\", fallbackMethod = \"later\")\n";
        String place = """
                public String place(String item) {
                    return callee.call(item);
                }
                """;
        return Stream.of(
                of(ANNOTATION, "fallbackMethod").service(RESILIENCE4J, retry + place + """
                        private String later(String item, WarehouseDownException failure) {
                            return "later " + failure;
                        }
                        """),
                of(ANNOTATION, "fallbackMethod").service(RESILIENCE4J, retry + place + """
                        String later(String item, Throwable failure) {
                            return "later " + failure;
                        }
                        String later(String item, WarehouseDownException failure) {
                            return "down " + failure;
                        }
                        String later(String item) {
                            return "never";
                        }
                        """),
                of(ANNOTATION, "fallbackMethod")
                        .service(RESILIENCE4J, retry + place + """
                        String later(Throwable failure) {
                            return "later " + failure;
                        }
                        """)
                        .todo("needs the parameters"),
                of(ANNOTATION, "fallbackMethod")
                        .service(RESILIENCE4J, retry + place + """
                        Integer later(String item, Throwable failure) {
                            return 1;
                        }
                        """)
                        .todo("no method of that name fits"),
                of(ANNOTATION, "fallbackMethod")
                        .service(RESILIENCE4J, retry + place + """
                        String later(String item, WarehouseDownException failure) {
                            return "down " + failure;
                        }
                        String later(String item) {
                            return "never";
                        }
                        """)
                        .todo("that Resilience4j ignores"));
    }

    private static Stream<Case> inheritance() {
        return Stream.of(
                configured("""
                        configs.shared:
                          wait-duration: 40ms
                          enable-exponential-backoff: true
                          max-attempts: 5
                        instances.stock.base-config: shared
                        """, "base-config"),
                configured("""
                        configs.shared:
                          wait-duration: 40ms
                          enable-exponential-backoff: true
                          exponential-backoff-multiplier: 3
                          retry-exceptions: java.util.concurrent.TimeoutException
                        instances.stock:
                          base-config: shared
                          wait-duration: 10ms
                          retry-exceptions:
                        """, "base-config"),
                configured("""
                        configs.shared.exponential-backoff-multiplier: 3
                        configs.default:
                          wait-duration: 40ms
                          exponential-max-wait-duration: 200ms
                          max-attempts: 5
                        configs.shared.enable-exponential-backoff: true
                        instances.stock:
                          base-config: shared
                          wait-duration: 20ms
                        """, "base-config"),
                configured("""
                        configs.default.max-attempts: 5
                        backends.stock.waitDuration: 20
                        """, "base-config"));
    }

    private static Stream<Case> limits() {
        return Stream.of(
                configured("instances.stock.max-attempts: 1", "max-attempts"),
                configured("instances.stock.max-attempts: ${shop.attempts:4}", "max-attempts"));
    }

    private static Stream<Case> delays() {
        return Stream.of(
                row("wait-duration: 500ms", "wait-duration: 500ms"),
                row("enable-exponential-backoff: true", "wait-duration: 500ms", "enable-exponential-backoff: true"),
                row(
                        "exponential-backoff-multiplier: 2",
                        "wait-duration: 500ms",
                        "enable-exponential-backoff: true",
                        "exponential-backoff-multiplier: 2",
                        "exponential-max-wait-duration: 4s"),
                field("wait-duration", "0"),
                field("wait-duration", "20s"),
                field("wait-duration", "1500us"),
                field("wait-duration", "${shop.wait:70}"),
                field("enable-exponential-backoff", "true"),
                field("enable-exponential-backoff", "true", "wait-duration: 1ms"),
                field("enable-exponential-backoff", "${shop.growing:true}", "wait-duration: 1s")
                        .todo("placeholder"),
                field("exponential-backoff-multiplier", "0.5", "wait-duration: 1s", "enable-exponential-backoff: true"),
                field(
                        "exponential-backoff-multiplier",
                        "1.1",
                        "wait-duration: 5ms",
                        "enable-exponential-backoff: true"),
                field(
                        "exponential-max-wait-duration",
                        "1s",
                        "wait-duration: 500ms",
                        "enable-exponential-backoff: true"),
                field(
                        "exponential-max-wait-duration",
                        "300ms",
                        "wait-duration: 500ms",
                        "enable-exponential-backoff: true",
                        "exponential-backoff-multiplier: 2"));
    }

    private static Stream<Case> randomDelays() {
        return Stream.of(
                        row("enable-randomized-wait: true", "wait-duration: 500ms", "enable-randomized-wait: true"),
                        field("enable-randomized-wait", "true", "wait-duration: 30s"),
                        field(
                                "enable-randomized-wait",
                                "true",
                                "wait-duration: 1s",
                                "enable-exponential-backoff: true"),
                        field("randomized-wait-factor", "0.1", "wait-duration: 1s", "enable-randomized-wait: true"),
                        field(
                                "randomized-wait-factor",
                                "0.1",
                                "wait-duration: 1s",
                                "enable-exponential-backoff: true",
                                "enable-randomized-wait: true"),
                        row(
                                "randomized-wait-factor: 0.25",
                                "wait-duration: 500ms",
                                "enable-exponential-backoff: true",
                                "exponential-backoff-multiplier: 2",
                                "enable-randomized-wait: true",
                                "randomized-wait-factor: 0.25",
                                "exponential-max-wait-duration: 4s"))
                .map(Case::isRandom);
    }

    private static Stream<Case> failures() {
        // Causes count after the migration, as the guide says.
        Scenario[] withoutCauses = {
            SUCCEEDS,
            FAILS,
            times(2, () -> new IOException("no answer")),
            always(() -> new FileNotFoundException("no file")),
            always(() -> new TimeoutException("late")),
            always(SoldOutException::new),
            always(NullPointerException::new),
            always(() -> new AssertionError("broken")),
            always(() -> new HttpClientErrorException(HttpStatus.NOT_FOUND)),
            always(() -> new HttpServerErrorException(HttpStatus.BAD_GATEWAY))
        };
        return Stream.of(
                field("retry-exceptions", "java.io.IOException, java.util.concurrent.TimeoutException")
                        .when(withoutCauses),
                field("retry-exceptions", "java.lang.IllegalStateException")
                        .when(
                                FAILS,
                                always(() ->
                                        new IllegalStateException(new HttpClientErrorException(HttpStatus.NOT_FOUND)))),
                field("retry-exceptions", "java.lang.Throwable"),
                field("retry-exceptions", "java.lang.RuntimeException").when(withoutCauses),
                field(
                                "retry-exceptions",
                                "[java.io.IOException, org.springframework.web.client.HttpServerErrorException]")
                        .when(withoutCauses),
                field("retry-exceptions", "java.lang.AssertionError").todo("does not retry errors"),
                field("ignore-exceptions", "java.io.IOException, java.lang.NullPointerException")
                        .when(withoutCauses),
                field("ignore-exceptions", "java.io.FileNotFoundException", "retry-exceptions: java.io.IOException")
                        .when(withoutCauses),
                field("retry-exceptions", "java.io.FileNotFoundException", "ignore-exceptions: java.io.IOException")
                        .when(withoutCauses));
    }

    private static Stream<Case> dropped() {
        return Stream.of(
                field("event-consumer-buffer-size", "10"),
                field("fail-after-max-attempts", "true"),
                field("consume-result-before-retry-attempt", NAME + "Consumer").file("shop/Rules.java", RULES));
    }

    private static Stream<Case> todos() {
        return Stream.of(
                        field("interval-bi-function", NAME + "Function").todo("computes the delays"),
                        field("retry-exception-predicate", NAME + "Failures").todo("'Classifier' bean"),
                        field("result-predicate", NAME + "Results").todo("'retry-on-result'"))
                .map(each -> each.file("shop/Rules.java", RULES));
    }

    private static final String RULES = """
            package shop;

            import io.github.resilience4j.core.IntervalBiFunction;
            import io.github.resilience4j.core.functions.Either;
            import java.util.function.BiConsumer;
            import java.util.function.Predicate;

            public class Rules {

                public static class Function implements IntervalBiFunction<Object> {
                    @Override
                    public Long apply(Integer attempt, Either<Throwable, Object> outcome) {
                        return 10L * attempt;
                    }
                }

                public static class Failures implements Predicate<Throwable> {
                    @Override
                    public boolean test(Throwable failure) {
                        return failure instanceof java.io.IOException;
                    }
                }

                public static class Results implements Predicate<Object> {
                    @Override
                    public boolean test(Object result) {
                        return true;
                    }
                }

                public static class Consumer implements BiConsumer<Integer, Object> {
                    @Override
                    public void accept(Integer attempt, Object result) {}
                }
            }
            """;

    private static Case row(String row, String... lines) {
        Case of =
                row.startsWith("exponential") ? of(DELAYS, row, "exponential-max-wait-duration: 4s") : of(DELAYS, row);
        return of.annotated(RESILIENCE4J, RETRY).yaml(instance(lines));
    }

    private static Case field(String name, String value, String... lines) {
        return of(PROPERTIES, name)
                .annotated(RESILIENCE4J, RETRY)
                .yaml(instance(lines) + "        " + name + ": " + value + "\n        max-attempts: 5\n");
    }

    private static Case configured(String retry, String... rows) {
        return of(PROPERTIES, rows).annotated(RESILIENCE4J, RETRY).yaml("resilience4j.retry:\n" + retry.indent(2));
    }

    private static String instance(String... lines) {
        return "resilience4j:\n  retry:\n    instances:\n      stock:\n"
                + String.join("\n", lines).indent(8);
    }
}
