package io.backoff.rewrite.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.rewrite.MigrateSpringFrameworkRetryable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openrewrite.Recipe;

class SpringFrameworkEquivalenceTests extends EquivalenceTests {

    private static final Scenario SLOW = Scenario.FAILS.taking(Duration.ofMillis(130));
    private static final Scenario QUICK = Scenario.FAILS.taking(Duration.ofMillis(1));

    @Override
    Library library() {
        return Library.SPRING_FRAMEWORK;
    }

    @Override
    Recipe recipe() {
        return new MigrateSpringFrameworkRetryable();
    }

    @Override
    Set<String> tables() {
        return Set.of("@Retryable", "@EnableResilientMethods", "@ConcurrencyLimit", "delays");
    }

    @Override
    Set<String> otherTables() {
        return Set.of("RetryPolicy.Builder", "RetryListener", "");
    }

    @Override
    Stream<Case> cases() {
        return Stream.of(exceptions(), numbers(), texts(), placeholders(), places(), delays(), others())
                .flatMap(each -> each);
    }

    private static Stream<Case> exceptions() {
        return Stream.of(
                retryable("@Retryable(WarehouseDownException.class)", "value"),
                retryable("@Retryable({WarehouseDownException.class, java.io.IOException.class})", "value"),
                retryable("@Retryable(includes = {WarehouseDownException.class, SoldOutException.class})", "includes"),
                retryable(
                        "@Retryable(includes = org.springframework.web.client.HttpClientErrorException.class)",
                        "includes"),
                retryable(
                        "@Retryable(includes = org.springframework.web.client.HttpServerErrorException.class)",
                        "includes"),
                retryable("@Retryable(includes = java.io.IOException.class, maxRetries = 1)", "includes"),
                retryable("@Retryable(includes = IllegalStateException.class)", "includes"),
                retryable("@Retryable(includes = Exception.class)", "includes"),
                retryable("@Retryable(includes = AssertionError.class)", "includes"),
                retryable("@Retryable(includes = CompletionException.class)", "includes")
                        .todo("is a wrapper"),
                retryable("@Retryable(includes = StackOverflowError.class)", "includes")
                        .todo("is never retried"),
                retryable("@Retryable(excludes = WarehouseDownException.class)", "excludes"),
                retryable("@Retryable(excludes = {SoldOutException.class, NullPointerException.class})", "excludes"),
                retryable(
                        "@Retryable(includes = RuntimeException.class, excludes = WarehouseDownException.Burning.class)",
                        "includes",
                        "excludes"),
                of("@Retryable", "predicate")
                        .file("shop/OnlyOutages.java", """
                                package shop;

                                import io.backoff.rewrite.equivalence.WarehouseDownException;
                                import java.lang.reflect.Method;
                                import org.springframework.resilience.retry.MethodRetryPredicate;

                                public class OnlyOutages implements MethodRetryPredicate {

                                    @Override
                                    public boolean shouldRetry(Method method, Throwable failure) {
                                        return failure instanceof WarehouseDownException;
                                    }
                                }
                                """)
                        .annotated(Library.SPRING_FRAMEWORK, "@Retryable(predicate = OnlyOutages.class)")
                        .todo("a predicate of one method has no equivalent"));
    }

    private static Stream<Case> numbers() {
        return Stream.of(
                retryable("@Retryable", "maxRetries", "delay", "multiplier", "jitter", "maxDelay"),
                retryable("@Retryable(maxRetries = 1)", "maxRetries"),
                retryable("@Retryable(maxRetries = 0)", "maxRetries"),
                retryable("@Retryable(maxRetries = 7, delay = 0)", "maxRetries", "delay"),
                retryable("@Retryable(timeout = 1000, delay = 200, maxRetries = 9)", "timeout")
                        .when(SLOW, QUICK, Scenario.FAILS.taking(Duration.ofSeconds(2)), Scenario.SUCCEEDS),
                retryable("@Retryable(timeout = 0)", "timeout").when(SLOW),
                retryable("@Retryable(delay = 250)", "delay"),
                retryable("@Retryable(delay = 20_000)", "delay"),
                retryable("@Retryable(delay = 100, multiplier = 1.5, maxRetries = 6)", "multiplier"),
                retryable("@Retryable(delay = 10, multiplier = 1.1, maxRetries = 9)", "multiplier"),
                retryable("@Retryable(delay = 1, multiplier = 1.5, maxRetries = 40)", "multiplier")
                        .todo("truncates delays to whole milliseconds"),
                retryable("@Retryable(delay = 5000, multiplier = 3, maxRetries = 5)", "multiplier"),
                retryable("@Retryable(delay = 100, multiplier = 2, maxDelay = 250, maxRetries = 5)", "maxDelay"),
                retryable("@Retryable(delay = 400, maxDelay = 250)", "maxDelay"),
                retryable("@Retryable(delay = 400, multiplier = 2, maxDelay = 250)", "maxDelay"),
                retryable("@Retryable(delay = 100, jitter = 80)", "jitter").isRandom(),
                retryable("@Retryable(delay = 100, jitter = 80, maxDelay = 130)", "jitter", "maxDelay")
                        .isRandom(),
                retryable("@Retryable(delay = 100, jitter = 80, maxDelay = 100)", "jitter", "maxDelay"),
                retryable("@Retryable(delay = 0, jitter = 50)", "jitter").todo("makes every retry fail"),
                retryable("@Retryable(delay = 2, maxDelay = 5, timeUnit = TimeUnit.SECONDS)", "timeUnit"),
                retryable(
                        "@Retryable(delay = 2, multiplier = 2, maxDelay = 1, timeUnit = TimeUnit.MINUTES)", "timeUnit"),
                retryable("@Retryable(delay = 2, timeUnit = TimeUnit.SECONDS)", "timeUnit")
                        .todo("long overflow"),
                retryable("@Retryable(delay = 1500, timeUnit = TimeUnit.MICROSECONDS)", "timeUnit"));
    }

    private static Stream<Case> texts() {
        return Stream.of(
                retryable("@Retryable(maxRetries = 9, maxRetriesString = \"2\")", "maxRetriesString"),
                retryable("@Retryable(maxRetriesString = \"#{1 + 1}\")", "maxRetriesString")
                        .todo("the expression in 'maxRetriesString' is not evaluated"),
                retryable("@Retryable(timeoutString = \"1s\", delay = 200, maxRetries = 9)", "timeoutString")
                        .when(SLOW),
                retryable("@Retryable(delay = 7, delayString = \"250ms\")", "delayString"),
                retryable("@Retryable(delayString = \"PT0.25S\")", "delayString"),
                retryable("@Retryable(delayString = \"1s250ms\")", "delayString"),
                retryable("@Retryable(delayString = \"#{100 * 2}\")", "delayString")
                        .todo("the expression in 'delayString' is not evaluated"),
                retryable("@Retryable(delay = 50, multiplierString = \"3\")", "multiplierString"),
                retryable("@Retryable(delay = 50, multiplier = 2, maxDelayString = \"80ms\")", "maxDelayString"),
                retryable("@Retryable(delay = 50, jitterString = \"30ms\")", "jitterString")
                        .isRandom(),
                retryable("@Retryable(delayString = \"3\", maxDelay = 5, timeUnit = TimeUnit.SECONDS)", "timeUnit"));
    }

    private static Stream<Case> placeholders() {
        String values = """
                shop:
                  retries: 2
                  delay: 250
                  factor: 1.5
                  longest: 400ms
                  spread: 70
                  limit: 1s
                """;
        return Stream.of(
                retryable("@Retryable(maxRetriesString = \"${shop.retries}\")", "maxRetriesString")
                        .yaml(values),
                retryable(
                        "@Retryable(maxRetriesString = \"${shop.none:3}\", delay = 50, multiplier = 2)",
                        "maxRetriesString"),
                retryable("@Retryable(maxRetriesString = \"${shop.none:0}\")", "maxRetriesString"),
                retryable("@Retryable(maxRetriesString = \"${shop.limit}\")", "maxRetriesString")
                        .yaml(values)
                        .todo("which a policy cannot read"),
                retryable(
                                "@Retryable(maxRetriesString = \"${shop.retries}\", delay = 10, multiplier = 1.15)",
                                "maxRetriesString")
                        .yaml(values)
                        .todo("truncates delays to whole milliseconds"),
                retryable("@Retryable(delayString = \"${shop.delay}\")", "delayString")
                        .yaml(values),
                retryable("@Retryable(delayString = \"${shop.pause:300ms}\")", "delayString"),
                retryable("@Retryable(delayString = \"${shop.delay}\")", "delayString")
                        .properties("shop.delay=125ms\n"),
                retryable(
                                "@Retryable(delayString = \"${shop.delay}\", timeUnit = TimeUnit.SECONDS, maxDelay = 900)",
                                "delayString",
                                "timeUnit")
                        .yaml(values),
                retryable(
                                "@Retryable(delayString = \"${shop.longest}\", timeUnit = TimeUnit.SECONDS, maxDelay = 900)",
                                "delayString",
                                "timeUnit")
                        .yaml(values),
                retryable(
                        "@Retryable(delayString = \"${shop.none:2}\", timeUnit = TimeUnit.SECONDS, maxDelay = 900)",
                        "delayString",
                        "timeUnit"),
                retryable(
                                "@Retryable(delayString = \"${shop.delay:2s}\", timeUnit = TimeUnit.SECONDS, maxDelay = 900)",
                                "delayString",
                                "timeUnit")
                        .yaml(values)
                        .todo("would mean milliseconds"),
                retryable("@Retryable(delayString = \"${shop.delay}\")", "delayString")
                        .yaml("shop.delay: 1s500ms\n")
                        .todo("which a policy cannot read"),
                retryable(
                                "@Retryable(delayString = \"${shop.delay}\", multiplierString = \"${shop.factor}\", maxDelayString = \"${shop.longest}\")",
                                "delayString",
                                "multiplierString",
                                "maxDelayString")
                        .yaml(values),
                retryable("@Retryable(delay = 100, jitterString = \"${shop.spread}\")", "jitterString")
                        .yaml(values)
                        .isRandom(),
                retryable(
                                "@Retryable(maxRetries = 9, delayString = \"${shop.delay}\", timeoutString = \"${shop.limit}\")",
                                "timeoutString")
                        .yaml(values)
                        .when(SLOW, QUICK));
    }

    private static Stream<Case> places() {
        String place = """
                public String place(String item) {
                    return callee.call(item);
                }
                """;
        return Stream.of(
                of("@Retryable", "value")
                        .file("shop/Orders.java", service("@Retryable(maxRetries = 2, delay = 5)", place)),
                of("@Retryable", "value")
                        .file(
                                "shop/Orders.java",
                                service("@Retryable(maxRetries = 2)", "@Retryable(delay = 30)\n" + place)),
                of("@Retryable", "value")
                        .file(
                                "shop/Orders.java",
                                service(
                                        "@Retryable(maxRetries = 2)",
                                        "@Retryable(maxRetriesString = \"${n:x}\")\n" + place))
                        .todo("which a policy cannot read"),
                of("@Retryable", "value")
                        .file("shop/Patient.java", """
                                package shop;

                                import java.lang.annotation.*;
                                import org.springframework.resilience.annotation.Retryable;

                                @Retryable(maxRetries = 5, delay = 20)
                                @Retention(RetentionPolicy.RUNTIME)
                                public @interface Patient {}
                                """)
                        .annotated(Library.SPRING_FRAMEWORK, "@Patient"),
                of("@Retryable", "value")
                        .file("shop/Shop.java", """
                                package shop;

                                import org.springframework.resilience.annotation.Retryable;

                                public interface Shop {

                                    @Retryable(maxRetries = 2, delay = 20)
                                    String place(String item);
                                }
                                """)
                        .file(
                                "shop/Orders.java",
                                service("", place).replace("class Orders", "class Orders implements Shop")),
                of("@Retryable", "value")
                        .file("shop/Shop.java", """
                                package shop;

                                import org.springframework.resilience.annotation.Retryable;

                                @Retryable(maxRetries = 2, delay = 20)
                                public interface Shop {

                                    String place(String item);
                                }
                                """)
                        .file(
                                "shop/Orders.java",
                                service("", place).replace("class Orders", "class Orders implements Shop")),
                returning(
                                "CompletableFuture<String>",
                                "CompletableFuture.supplyAsync(() -> callee.call(item), Runnable::run)")
                        .todo("if the future fails"),
                returning("CompletableFuture<String>", "CompletableFuture.completedFuture(callee.call(item))")
                        .todo("if the future fails"),
                returning("java.util.stream.Stream<String>", "java.util.stream.Stream.of(callee.call(item))")
                        .todo("cannot be retried"),
                of("@Retryable", "value")
                        .file("shop/Orders.java", service("@Retryable", place + "\nvoid audit() {}\n"))
                        .todo("'audit' is not public: move"),
                of("@Retryable", "value")
                        .file("shop/Shop.java", """
                                package shop;

                                import org.springframework.resilience.annotation.Retryable;

                                @Retryable
                                public interface Shop {

                                    void open();
                                }
                                """)
                        .file(
                                "shop/Orders.java",
                                service("", place + "\npublic void open() {}\n")
                                        .replace("class Orders", "class Orders implements Shop"))
                        .todo("but it has no 'place'"),
                of("@Retryable", "value")
                        .file("shop/Patient.java", """
                                package shop;

                                import java.lang.annotation.*;
                                import org.springframework.resilience.annotation.Retryable;

                                @Retryable
                                @Retention(RetentionPolicy.RUNTIME)
                                public @interface Patient {}
                                """)
                        .service(Library.SPRING_FRAMEWORK, """
                                @Patient
                                public CompletableFuture<String> place(String item) {
                                    return CompletableFuture.completedFuture(callee.call(item));
                                }
                                """)
                        .todo("if the future fails"),
                returning("reactor.core.publisher.Mono<String>", "reactor.core.publisher.Mono.just(callee.call(item))")
                        .todo("subscribes to the publisher again"));
    }

    private static Stream<Case> delays() {
        return Stream.of(
                delays("@Retryable"),
                delays("@Retryable(delay = 100, multiplier = 2, maxDelay = 1000)"),
                delays("@Retryable(delay = 100, jitter = 50)").isRandom(),
                delays("@Retryable(delay = 100, multiplier = 2, jitter = 50)")
                        .isRandom()
                        .todo("never makes the first delay shorter than 'delay'"));
    }

    private static Stream<Case> others() {
        return Stream.of(
                of("@EnableResilientMethods", "proxyTargetClass")
                        .file("shop/App.java", enabling("proxyTargetClass = true"))
                        .annotated(Library.SPRING_FRAMEWORK, "@Retryable"),
                of("@EnableResilientMethods", "order")
                        .file("shop/App.java", enabling("order = 5"))
                        .annotated(Library.SPRING_FRAMEWORK, "@Retryable")
                        .todo("backoff.order"),
                of("@ConcurrencyLimit", "value", "limit", "limitString", "policy")
                        .annotated(Library.SPRING_FRAMEWORK, "@ConcurrencyLimit(1)\n@Retryable(maxRetries = 2)"));
    }

    @Test
    void whatIsNotMigratedFailsThere() {
        assertThat(outcome("@Retryable(delay = 2, timeUnit = TimeUnit.SECONDS)"))
                .contains("long overflow");
        // Spring Framework 7.0.10 no longer divides by zero.
        assertThat(outcome("@Retryable(delay = 0, jitter = 50)"))
                .containsAnyOf("/ by zero", "throws java.lang.IllegalStateException");
        assertThat(outcome("@Retryable(multiplier = 0.5)")).contains("Invalid multiplier");
        assertThat(outcome("@Retryable(maxRetries = -1)")).contains("Invalid maxRetries");
        assertThat(outcome("@Retryable(maxDelay = 0)")).contains("Invalid maxDelay");
    }

    private static String outcome(String annotation) {
        var files = Comparison.before(Library.SPRING_FRAMEWORK, retryable(annotation, "value"));
        return new Application(files).record(Stream.of(Scenario.FAILS)).get(0).outcome();
    }

    private static Case retryable(String annotation, String... rows) {
        return of("@Retryable", rows).annotated(Library.SPRING_FRAMEWORK, annotation);
    }

    private static Case delays(String annotation) {
        return of("delays", annotation).annotated(Library.SPRING_FRAMEWORK, annotation);
    }

    private static Case of(String table, String... rows) {
        return Case.of(table, rows);
    }

    private static Case returning(String type, String value) {
        return of("@Retryable", "value")
                .service(Library.SPRING_FRAMEWORK, """
                        @Retryable(maxRetries = 2, delay = 20)
                        public %s place(String item) {
                            return %s;
                        }
                        """.formatted(type, value))
                .when(Scenario.always(IOException::new), Scenario.times(1, IOException::new));
    }

    private static String service(String annotation, String members) {
        return """
                package shop;

                import io.backoff.rewrite.equivalence.*;
                import org.springframework.resilience.annotation.*;
                import org.springframework.stereotype.Service;

                %s
                @Service
                public class Orders {

                    private final Callee callee;

                    public Orders(Callee callee) {
                        this.callee = callee;
                    }

                %s}
                """.formatted(annotation, members.indent(4));
    }

    private static String enabling(String attributes) {
        return """
                package shop;

                import org.springframework.context.annotation.Configuration;
                import org.springframework.resilience.annotation.EnableResilientMethods;

                @EnableResilientMethods(%s)
                @Configuration
                public class App {}
                """.formatted(attributes);
    }
}
