package io.backoff.rewrite.equivalence;

import static io.backoff.rewrite.equivalence.Library.SPRING_RETRY;

import io.backoff.rewrite.MigrateSpringRetry;
import java.util.Set;
import java.util.stream.Stream;
import org.openrewrite.Recipe;

class SpringRetryEquivalenceTests extends EquivalenceTests {

    private static final String UNSHARED = """
            public String place(String item) {
                return callee.call(item);
            }
            """;
    private static final String CANCEL = """
            @Retryable
            public String cancel(long order) {
                return callee.call("order " + order);
            }
            """;
    private static final Scenario[] EXCEPTIONS = Scenario.STANDARD.stream()
            .filter(each -> !each.name().contains("AssertionError"))
            .toArray(Scenario[]::new);
    private static final Scenario[] UNCHECKED = Stream.of(EXCEPTIONS)
            .filter(each -> !each.name().matches("always java\\.(io|util\\.concurrent\\.Timeout).*"))
            .toArray(Scenario[]::new);

    @Override
    Library library() {
        return SPRING_RETRY;
    }

    @Override
    Recipe recipe() {
        return new MigrateSpringRetry();
    }

    @Override
    Set<String> tables() {
        return Set.of("@Retryable", "@Backoff", "@Recover", "@EnableRetry", "delays");
    }

    @Override
    Set<String> otherTables() {
        return Set.of(
                "@CircuitBreaker",
                "RetryTemplateBuilder",
                "RetryPolicy",
                "BackOffPolicy",
                "RetryListener",
                "meter of MetricsRetryListener",
                "");
    }

    @Override
    Set<String> namesOfCode() {
        return Set.of("fixedBackoff(1000)", "exponentialBackoff(100, 2, 1000)", "uniformRandomBackoff(500, 1500)");
    }

    @Override
    Stream<Case> cases() {
        return Stream.of(retryable(), delays(), expressions(), recoveries(), others())
                .flatMap(each -> each);
    }

    private static Stream<Case> retryable() {
        return Stream.of(
                retryable("", "maxAttempts"),
                retryable("(maxAttempts = 1)", "maxAttempts"),
                retryable("(maxAttempts = 4, label = \"orders\")", "maxAttempts", "label"),
                retryable("(maxAttempts = 0)", "maxAttempts").todo("'maxAttempts' below 1"),
                retryable("(WarehouseDownException.class)", "value"),
                retryable("(include = WarehouseDownException.class)", "include"),
                retryable(
                        "(retryFor = {WarehouseDownException.class, java.util.concurrent.TimeoutException.class})",
                        "retryFor"),
                retryable("(retryFor = java.io.IOException.class)", "retryFor"),
                retryable("(retryFor = IllegalStateException.class)", "retryFor"),
                retryable("(retryFor = RuntimeException.class)", "retryFor"),
                retryable("(retryFor = Throwable.class)", "retryFor"),
                retryable("(retryFor = org.springframework.web.client.HttpClientErrorException.class)", "retryFor"),
                retryable(
                        "(retryFor = org.springframework.web.client.HttpServerErrorException.ServiceUnavailable.class)",
                        "retryFor"),
                retryable("(retryFor = InterruptedException.class)", "retryFor").todo("'InterruptedException'"),
                retryable("(exclude = SoldOutException.class)", "exclude"),
                retryable("(noRetryFor = {SoldOutException.class, java.io.IOException.class})", "noRetryFor"),
                retryable(
                                "(retryFor = WarehouseDownException.class, noRetryFor = SoldOutException.class)",
                                "retryFor",
                                "noRetryFor")
                        .when(
                                Scenario.SUCCEEDS,
                                Scenario.FAILS,
                                Scenario.times(2, WarehouseDownException::new),
                                Scenario.always(WarehouseDownException::new),
                                Scenario.always(WarehouseDownException.Burning::new),
                                Scenario.always(SoldOutException::new),
                                Scenario.always(() -> new IllegalStateException(new SoldOutException())),
                                Scenario.always(() -> new IllegalStateException(new WarehouseDownException()))),
                retryable(
                                "(retryFor = WarehouseDownException.class, noRetryFor = java.io.UncheckedIOException.class)",
                                "retryFor",
                                "noRetryFor")
                        .todo("'abort-on' would win"),
                retryable("(notRecoverable = SoldOutException.class)", "notRecoverable"),
                retryable("(exceptionExpression = \"message != null\")", "exceptionExpression")
                        .todo("Classifier"),
                retryable("(listeners = \"\")", "listeners"),
                retryable("(listeners = \"counting\")", "listeners")
                        .file("shop/Counting.java", """
                                package shop;

                                import org.springframework.retry.RetryListener;
                                import org.springframework.stereotype.Component;

                                @Component("counting")
                                public class Counting implements RetryListener {}
                                """)
                        .todo("BackoffListener"),
                retryable("(interceptor = \"plain\")", "interceptor")
                        .file("shop/Plain.java", """
                                package shop;

                                import org.aopalliance.intercept.*;
                                import org.springframework.stereotype.Component;

                                @Component("plain")
                                public class Plain implements MethodInterceptor {

                                    @Override
                                    public Object invoke(MethodInvocation invocation) throws Throwable {
                                        return invocation.proceed();
                                    }
                                }
                                """)
                        .todo("'interceptor'"),
                retryable("(stateful = true)", "stateful").todo("'stateful'"));
    }

    private static Stream<Case> delays() {
        return Stream.of(
                backoff("@Backoff", "value"),
                backoff("@Backoff(0)", "value"),
                backoff("@Backoff(delay = 0)", "delay"),
                backoff("@Backoff(delay = 100)", "delay"),
                backoff("@Backoff(delay = 100, random = true)", "random"),
                backoff("@Backoff(delay = 100, multiplier = 0)", "multiplier"),
                backoff("@Backoff(delay = 100, multiplier = 1.5)", "multiplier"),
                backoff("@Backoff(delay = 100, multiplier = 0.5)", "multiplier"),
                backoff("@Backoff(delay = 100, multiplier = 0.5, random = true)", "multiplier"),
                backoff("@Backoff(delay = 3, multiplier = 1.3)", "multiplier"),
                backoff("@Backoff(delay = 60_000, multiplier = 2)", "maxDelay"),
                backoff("@Backoff(delay = 1000, maxDelay = 50)", "maxDelay"),
                backoff("@Backoff(delay = 0, multiplier = 2)", "delay"),
                backoff("@Backoff(delay = 75, multiplier = 2.5, random = true)", "random")
                        .isRandom(),
                backoff("@Backoff(delay = 800, multiplier = 2, maxDelay = 1000, random = true)", "random")
                        .todo("middle of the range of the first delay")
                        .isRandom(),
                backoff("@Backoff(delay = 5000, maxDelay = 25_000, random = true)", "random")
                        .isRandom(),
                delay("@Backoff", "@Backoff"),
                delay("@Backoff(delay = 100, multiplier = 2)", "@Backoff(delay = 100, multiplier = 2)"),
                delay(
                        "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000)",
                        "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000)"),
                delay("@Backoff(delay = 500, maxDelay = 1500)", "@Backoff(delay = 500, maxDelay = 1500)")
                        .isRandom(),
                delay(
                                "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000, random = true)",
                                "@Backoff(delay = 100, multiplier = 2, maxDelay = 1000, random = true)")
                        .isRandom());
    }

    private static Stream<Case> expressions() {
        return Stream.of(
                        retryable("(maxAttemptsExpression = \"${shop.attempts}\")", "maxAttemptsExpression"),
                        retryable("(maxAttemptsExpression = \"#{${shop.attempts}}\")", "maxAttemptsExpression"),
                        retryable(
                                "(maxAttemptsExpression = \"${shop.none:4}\", maxAttempts = 2)",
                                "maxAttemptsExpression"),
                        retryable("(maxAttemptsExpression = \"#{5}\")", "maxAttemptsExpression"),
                        retryable("(maxAttemptsExpression = \"2 + 3\")", "maxAttemptsExpression")
                                .todo("'maxAttemptsExpression' is neither"),
                        backoff("@Backoff(delayExpression = \"${shop.delay}\")", "delayExpression"),
                        backoff(
                                "@Backoff(delayExpression = \"${shop.none:${shop.delay}}\", maxDelay = 700)",
                                "delayExpression"),
                        backoff(
                                "@Backoff(delayExpression = \"#{'${shop.delay}'}\", multiplier = 2)",
                                "delayExpression"),
                        backoff("@Backoff(delayExpression = \"${shop.delay}\", maxDelay = 1500)", "delayExpression")
                                .todo("'${shop.delay}'")
                                .isRandom(),
                        backoff("@Backoff(delayExpression = \"#{${shop.delay}}\", maxDelay = 1500)", "delayExpression")
                                .todo("'${shop.delay}'")
                                .isRandom(),
                        backoff("@Backoff(delayExpression = \"#{120}\", maxDelay = 1500)", "delayExpression")
                                .isRandom(),
                        backoff("@Backoff(delayExpression = \"#{120 * 2}\")", "delayExpression")
                                .todo("'delayExpression'"),
                        backoff(
                                "@Backoff(delayExpression = \"${shop.delay}\", maxDelayExpression = \"${shop.max}\", multiplierExpression = \"${shop.factor}\")",
                                "delayExpression",
                                "maxDelayExpression",
                                "multiplierExpression"),
                        backoff(
                                "@Backoff(delayExpression = \"${shop.delay}\", multiplier = 2, maxDelay = 500)",
                                "delayExpression"),
                        backoff("@Backoff(delay = 100, maxDelayExpression = \"${shop.max}\")", "maxDelayExpression"),
                        backoff(
                                "@Backoff(delay = 100, maxDelayExpression = \"#{300}\", multiplier = 2)",
                                "maxDelayExpression"),
                        backoff(
                                "@Backoff(delay = 100, maxDelayExpression = \"300\", multiplier = 2)",
                                "maxDelayExpression"),
                        backoff("@Backoff(delay = 100, multiplierExpression = \"#{3}\")", "multiplierExpression"),
                        backoff("@Backoff(delay = 100, multiplierExpression = \"1.5\")", "multiplierExpression"),
                        backoff("@Backoff(delay = 100, multiplierExpression = \"0.5\")", "multiplierExpression")
                                .todo("shrink"),
                        backoff(
                                        "@Backoff(delay = 100, multiplier = 2, randomExpression = \"true\")",
                                        "randomExpression")
                                .isRandom(),
                        backoff(
                                "@Backoff(delay = 100, multiplier = 2, randomExpression = \"#{false}\", random = true)",
                                "randomExpression"),
                        backoff(
                                        "@Backoff(delay = 100, multiplier = 2, randomExpression = \"${shop.random}\")",
                                        "randomExpression")
                                .todo("'randomExpression'")
                                .isRandom())
                .map(each -> each.yaml("""
                        shop:
                          attempts: 4
                          delay: 120
                          max: 400
                          factor: 2.5
                          random: true
                        """));
    }

    private static Stream<Case> recoveries() {
        return Stream.of(
                recover("The exception moves from the first place to the last", "", """
                                @Recover
                                public String recover(Throwable failure, String item) {
                                    return item + " " + failure;
                                }
                                """),
                recover("The exception moves from the first place to the last", "(recover = \"later\")", """
                                @Recover
                                String later(Exception failure, String item) {
                                    return item + " " + failure;
                                }

                                @Recover
                                String never(Throwable failure, String item) {
                                    return "never";
                                }
                                """)
                        .when(EXCEPTIONS),
                recover("The exception moves from the first place to the last", "", """
                                @Recover
                                private String recover(WarehouseDownException failure, String item) {
                                    return item + " down " + failure;
                                }

                                @Recover
                                private String recover(java.io.UncheckedIOException failure, String item) {
                                    return item + " unchecked " + failure;
                                }

                                @Recover
                                private String recover(String item) {
                                    return item + " without failure";
                                }
                                """),
                recover("The exception moves from the first place to the last", "", """
                                @Recover
                                String recover(RuntimeException failure, String item) {
                                    return item + " " + failure;
                                }
                                """)
                        .when(UNCHECKED),
                recover("It is found by its name", "", """
                                @Recover
                                String one(WarehouseDownException failure, String item) {
                                    return "one";
                                }

                                @Recover
                                String two(Throwable failure, String item) {
                                    return "two";
                                }
                                """).todo("'one' and 'two' recover from its failures"),
                recover("It is found by its name", "", CANCEL + """
                                @Recover
                                String later(Throwable failure, long order) {
                                    return order + " later";
                                }

                                @Recover
                                String backorder(Throwable failure, String item) {
                                    return item + " backordered";
                                }

                                @Recover
                                String none(Throwable failure, String item, int count) {
                                    return "none";
                                }
                                """),
                recover("It is found by its name", "(recover = \"later\")", CANCEL + """
                                @Recover
                                String later(Throwable failure, long order) {
                                    return order + " later";
                                }

                                @Recover
                                String later(Throwable failure, String item) {
                                    return item + " backordered";
                                }
                                """),
                recover("It is found by its name", "", CANCEL + """
                                @Recover
                                String later(SoldOutException failure, long order) {
                                    return order + " later";
                                }

                                @Recover
                                String backorder(WarehouseDownException failure, String item) {
                                    return item + " backordered";
                                }
                                """)
                        .when(
                                Scenario.SUCCEEDS,
                                Scenario.times(2, WarehouseDownException::new),
                                Scenario.always(WarehouseDownException.Burning::new)),
                recover("It is found by its name", "", CANCEL + """
                                @Recover
                                String later(WarehouseDownException failure, long order) {
                                    return order + " later";
                                }

                                @Recover
                                String backorder(Throwable failure, String item) {
                                    return item + " backordered";
                                }
                                """).todo("'later' has other parameters than 'place'"),
                recover("It is found by its name", "", """
                                @Recover
                                String one(Throwable failure, String item) {
                                    return "one";
                                }

                                @Recover
                                String two(Throwable failure, String item) {
                                    return "two";
                                }
                                """)
                        .todo("'one' and 'two' take the same failures and parameters"),
                recover("It is found by its name", "", """
                                @Recover
                                String first(Throwable failure, CharSequence item) {
                                    return "first";
                                }

                                @Recover
                                String later(Throwable failure, String item) {
                                    return "later";
                                }
                                """).todo("'first' has other parameters than 'place'"),
                recover("It is found by its name", "", """
                                @Recover
                                String one(WarehouseDownException failure, String item) {
                                    return "one";
                                }
                                """)
                        .when(
                                Scenario.SUCCEEDS,
                                Scenario.times(2, WarehouseDownException::new),
                                Scenario.always(WarehouseDownException::new),
                                Scenario.always(WarehouseDownException.Burning::new)),
                recover("It is found by its name", "", """
                                @Recover
                                int one(Throwable failure, String item) {
                                    return 1;
                                }
                                """).todo("'ExhaustedRetryException'"),
                recover("It may be in another bean", "(notRecoverable = SoldOutException.class)", """
                                @Recover
                                String recover(Throwable failure, String item) {
                                    return item;
                                }
                                """)
                        .todo("'notRecoverable'"),
                recover("The method takes all parameters", "", """
                                @Recover
                                String recover(Throwable failure) {
                                    return "" + failure;
                                }
                                """).todo("other parameters"),
                recover("The method takes all parameters", "", """
                                @Recover
                                String recover(Throwable failure, String item, String more) {
                                    return item + more;
                                }
                                """).todo("other parameters"),
                recover("It may be in another bean", "", """
                                @Recover
                                String recover() {
                                    return "nothing";
                                }
                                """).todo("other parameters"));
    }

    private static Stream<Case> others() {
        return Stream.of(
                retryable("(recover = \"none\")", "recover"),
                retryable("(backoff = @Backoff(delay = 20))", "backoff"),
                enabled("(proxyTargetClass = true)", "proxyTargetClass"),
                enabled("(order = 5)", "order").todo("'backoff.order'"),
                Case.of("@Retryable", "value")
                        .annotated(SPRING_RETRY, "@Override")
                        .file("shop/Placing.java", """
                                package shop;

                                import org.springframework.retry.annotation.*;

                                public interface Placing {

                                    @Retryable(maxAttempts = 2)
                                    String place(String item);
                                }
                                """)
                        .file("shop/Orders.java", """
                                package shop;

                                import io.backoff.rewrite.equivalence.*;
                                import org.springframework.stereotype.Service;

                                @Service
                                public class Orders implements Placing {

                                    private final Callee callee;

                                    public Orders(Callee callee) {
                                        this.callee = callee;
                                    }

                                    @Override
                                    public String place(String item) {
                                        return callee.call(item);
                                    }
                                }
                                """),
                Case.of("@Retryable", "value").service(SPRING_RETRY, """
                                @Retryable(maxAttempts = 2)
                                public CompletableFuture<String> place(String item) {
                                    try {
                                        return CompletableFuture.completedFuture(callee.call(item));
                                    } catch (Exception e) {
                                        return CompletableFuture.failedFuture(e);
                                    }
                                }
                                """).todo("is asynchronous"));
    }

    private static Case retryable(String attributes, String... rows) {
        return Case.of("@Retryable", rows).annotated(SPRING_RETRY, "@Retryable" + attributes);
    }

    private static Case enabled(String attributes, String... rows) {
        return Case.of("@EnableRetry", rows)
                .annotated(SPRING_RETRY, "@Retryable")
                .file("shop/App.java", """
                        package shop;

                        import org.springframework.context.annotation.Configuration;
                        import org.springframework.retry.annotation.EnableRetry;

                        @EnableRetry%s
                        @Configuration
                        public class App {}
                        """.formatted(attributes));
    }

    private static Case backoff(String annotation, String... rows) {
        return Case.of("@Backoff", rows)
                .annotated(SPRING_RETRY, "@Retryable(maxAttempts = 8, backoff = " + annotation + ")");
    }

    private static Case delay(String annotation, String row) {
        return Case.of("delays", row)
                .annotated(SPRING_RETRY, "@Retryable(maxAttempts = 8, backoff = " + annotation + ")");
    }

    private static Case recover(String row, String attributes, String methods) {
        return Case.of("@Recover", row)
                .service(SPRING_RETRY, "@Retryable" + attributes + "\n" + UNSHARED + "\n" + methods);
    }
}
