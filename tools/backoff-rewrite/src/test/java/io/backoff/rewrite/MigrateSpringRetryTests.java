package io.backoff.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.kotlin.Assertions.kotlin;
import static org.openrewrite.properties.Assertions.properties;

import io.backoff.rewrite.java.SharedJavaParser;
import io.backoff.rewrite.migration.Outcome;
import io.backoff.rewrite.migration.Project;
import io.backoff.rewrite.springretry.SpringRetry;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.openrewrite.kotlin.KotlinParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;

/** What becomes of the code of applications that use spring-retry. Attempts and delays are compared elsewhere. */
class MigrateSpringRetryTests implements RewriteTest {

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MigrateSpringRetry()).parser(retries());
    }

    private static SharedJavaParser retries() {
        return SharedJavaParser.of("spring-retry", "spring-context", "spring-core");
    }

    @Test
    void theGuidesExampleIsMigratedOnceItRecoversFromAllFailures() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.Backoff;
                import org.springframework.retry.annotation.Recover;
                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    @Retryable(
                            retryFor = IllegalStateException.class,
                            maxAttempts = 4,
                            backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 1000),
                            recover = "backorder")
                    public String place(String item) {
                        return item;
                    }

                    @Recover
                    String backorder(RuntimeException failure, String item) {
                        return "backordered " + item;
                    }
                }
                """, """
                package shop;

                import io.backoff.Backoff;

                class Orders {

                    @Backoff(value = "orders-place", fallback = "backorder")
                    public String place(String item) {
                        return item;
                    }

                    String backorder(String item, RuntimeException failure) {
                        return "backordered " + item;
                    }
                }
                """, """
                backoff.policies.orders-place.extends=migrated
                backoff.policies.orders-place.max-attempts=4
                backoff.policies.orders-place.delay=100ms
                backoff.policies.orders-place.max-delay=1s
                backoff.policies.orders-place.jitter=none
                backoff.policies.orders-place.retry-on=java.lang.IllegalStateException""");
    }

    @Test
    void commentsWithinTheAnnotationStay() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                	/** Places an order. */
                	@Retryable( // slow
                			maxAttempts = 4, /* four */
                			backoff = @Backoff(delay = 50) // short
                			)
                	@Deprecated
                	public void place() {}
                }
                """, """
                package shop;

                import io.backoff.Backoff;

                class Orders {

                	/** Places an order. */
                	// slow
                	/* four */
                	// short
                	@Backoff("orders-place")
                	@Deprecated
                	public void place() {}
                }
                """);
    }

    @Test
    void linesEndAsInTheFile() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    @Retryable(stateful = true)
                    public void place() {}

                    @Retryable(maxAttempts = 4 /* four */)
                    public void cancel() {}
                }
                """.replace("\n", "\r\n"), """
                package shop;

                import io.backoff.Backoff;
                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    // TODO backoff: 'stateful' has no equivalent: remove it, or retry where the method is called
                    @Retryable(stateful = true)
                    public void place() {}

                    /* four */
                    @Backoff("orders-cancel")
                    public void cancel() {}
                }
                """.replace("\n", "\r\n"));
    }

    @Test
    void oursIsWrittenInFullBesideTheirs() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    @Retryable(stateful = true, backoff = @Backoff(delay = 100))
                    public void place() {}

                    static class Lines {

                        private static final int MOST = 2 * 3;

                        @Retryable(maxAttempts = MOST)
                        public void add() {}
                    }
                }

                record Items(String name) {

                    @Retryable
                    public void add() {}
                }
                """, """
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    // TODO backoff: 'stateful' has no equivalent: remove it, or retry where the method is called
                    @Retryable(stateful = true, backoff = @Backoff(delay = 100))
                    public void place() {}

                    static class Lines {

                        private static final int MOST = 2 * 3;

                        @io.backoff.Backoff("lines-add")
                        public void add() {}
                    }
                }

                record Items(String name) {

                    @io.backoff.Backoff("items-add")
                    public void add() {}
                }
                """);
    }

    @Test
    void theSwitchIsRemovedWithTheLastAnnotation() {
        rewriteRun(
                java("""
                        package shop;

                        import org.springframework.context.annotation.Configuration;
                        import org.springframework.retry.annotation.EnableRetry;

                        @Configuration
                        @EnableRetry(proxyTargetClass = true)
                        class App {}
                        """, """
                        package shop;

                        import org.springframework.context.annotation.Configuration;

                        @Configuration
                        class App {}
                        """),
                java(service("@Retryable(label = \"x\")"), migratedService()),
                configuration(text -> text));
    }

    @Test
    void theSwitchStaysWithAnOrder() {
        rewriteRun(java("""
                        package shop;

                        import org.springframework.retry.annotation.EnableRetry;

                        @EnableRetry(order = 5)
                        class App {}
                        """, """
                        package shop;

                        import org.springframework.retry.annotation.EnableRetry;

                        // TODO backoff: set 'backoff.order' instead of this order, and remove this annotation
                        @EnableRetry(order = 5)
                        class App {}
                        """), java(service("@Retryable"), migratedService()), configuration(text -> text));
    }

    @Test
    void circuitBreakersKeepTheSwitch() {
        rewriteRun(java("""
                        package shop;

                        import org.springframework.retry.annotation.*;

                        @EnableRetry
                        class App {

                            @CircuitBreaker
                            public void call() {}
                        }
                        """), java(service("@Retryable"), migratedService()), configuration(text -> text));
    }

    @Test
    void annotationsOfClassAndMethodsStayTogether() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.Retryable;

                %1$s@Retryable
                class Orders {

                    %2$s@Retryable(stateful = true)
                    public void place() {}

                    %3$s@Retryable(maxAttempts = 4)
                    public void cancel() {}
                }
                """,
                "another annotation of its class or of a supertype is not migrated: migrate that one first",
                "'stateful' has no equivalent: remove it, or retry where the method is called",
                "another annotation of its class or of a supertype is not migrated: migrate that one first");
    }

    /** The switch stays too, because the annotation of the library needs it. */
    @Test
    void annotationsOfOtherLibrariesStay() {
        rewriteRun(
                spec -> spec.parser(retries().dependsOn("""
                        package lib;

                        @org.springframework.retry.annotation.Retryable
                        public @interface Persistent {}
                        """, """
                        package lib;

                        @Persistent
                        public @interface Stubborn {}
                        """)),
                java("""
                        package shop;

                        import lib.*;
                        import org.springframework.retry.annotation.*;

                        @EnableRetry
                        class Orders {

                            @Persistent
                            public void place() {}

                            @Stubborn
                            public void cancel() {}
                        }
                        """, """
                        package shop;

                        import lib.*;
                        import org.springframework.retry.annotation.*;

                        @EnableRetry
                        class Orders {

                            // TODO backoff: the project does not contain '@Persistent', which has '@Retryable': write '@Backoff' and a policy by hand instead
                            @Persistent
                            public void place() {}

                            // TODO backoff: the project does not contain '@Stubborn', which has '@Retryable': write '@Backoff' and a policy by hand instead
                            @Stubborn
                            public void cancel() {}
                        }
                        """),
                java("""
                        package shop;

                        import lib.Persistent;
                        import org.springframework.retry.annotation.Retryable;

                        @Persistent
                        class Stock {

                            @Retryable
                            public void reserve() {}
                        }
                        """, """
                        package shop;

                        import lib.Persistent;
                        import org.springframework.retry.annotation.Retryable;

                        // TODO backoff: the project does not contain '@Persistent', which has '@Retryable': write '@Backoff' and a policy by hand instead
                        @Persistent
                        class Stock {

                            // TODO backoff: another annotation of its class or of a supertype is not migrated: migrate that one first
                            @Retryable
                            public void reserve() {}
                        }
                        """),
                java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class Rates {

                            @Retryable
                            public void load() {}
                        }
                        """, """
                        package shop;

                        import io.backoff.Backoff;

                        class Rates {

                            @Backoff("rates-load")
                            public void load() {}
                        }
                        """),
                configuration(text -> text));
    }

    /** They have the annotation of retries themselves. */
    @Test
    void annotationsStayWithCircuitBreakers() {
        stays("""
                package shop;

                import org.springframework.retry.annotation.*;

                %s@Retryable
                class Orders {

                    @CircuitBreaker
                    public void place() {}
                }
                """, "another annotation of its class or of a supertype is not migrated: migrate that one first");
    }

    @Test
    void aMethodStaysWithOneThatSharesItsRecovery() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    %1$s@Retryable
                    public String place(String item) {
                        return item;
                    }

                    %2$spublic @Retryable String cancel(String item) {
                        return item;
                    }

                    @Recover
                    String recover(Exception failure, String item) {
                        return item;
                    }
                }
                """,
                "it shares its recovery method with 'cancel', which is not migrated: migrate that one first",
                "put it before the modifiers, where the recipe can change it");
    }

    @Test
    void aFileThatCannotBeParsedKeepsTheSwitch() {
        Path broken = Path.of("src/main/java/shop/Broken.java");
        var unread = new Project(new SpringRetry());
        unread.addUnread(broken, "import org.springframework.retry.annotation.Retryable; class {");
        assertThat(unread.plan().outcomes())
                .singleElement()
                .returns(false, Outcome::isMigrated)
                .returns("src/main/java/shop/Broken.java", Outcome::file)
                .returns(
                        "the file cannot be parsed, but names 'org.springframework.retry.annotation': migrate it by hand",
                        Outcome::reason);
        assertThat(unread.plan().complete()).isFalse();
        var other = new Project(new SpringRetry());
        other.addUnread(broken, "class {");
        assertThat(other.plan().outcomes()).isEmpty();
    }

    @Test
    void annotationsOfAMethodAndItsAnnotatedClassStayTogether() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.Retryable;

                %1$s@Retryable(maxAttempts = 2)
                @interface Twice {}

                @Twice
                class Orders {

                    %2$s@Retryable(stateful = true)
                    public void place() {}
                }
                """,
                "another annotation of its class or of a supertype is not migrated: migrate that one first",
                "'stateful' has no equivalent: remove it, or retry where the method is called");
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.Retryable;

                %1$s@Retryable(stateful = true)
                @interface Stateful {}

                @Stateful
                class Orders {

                    %2$s@Retryable
                    public void place() {}
                }
                """,
                "'stateful' has no equivalent: remove it, or retry where the method is called",
                "another annotation of its class or of a supertype is not migrated: migrate that one first");
    }

    @Test
    void annotationsOfClassesAndAnnotationsAreMigrated() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.Retryable;

                @Retryable(maxAttempts = 2)
                @interface Twice {}

                @Retryable
                class Orders {

                    public void place() {}

                    private void hidden() {}

                    @Retryable(maxAttempts = 4)
                    public void cancel() {}
                }

                class Stock {

                    @Twice
                    public void reserve() {}
                }
                """, """
                package shop;

                import io.backoff.Backoff;

                @Backoff("twice")
                @interface Twice {}

                @Backoff("orders")
                class Orders {

                    public void place() {}

                    private void hidden() {}

                    @Backoff("orders-cancel")
                    public void cancel() {}
                }

                class Stock {

                    @Twice
                    public void reserve() {}
                }
                """);
    }

    @Test
    void aClassThatReadsTheContextOfARetryStays() {
        stays("""
                package shop;

                import org.springframework.retry.annotation.Retryable;
                import org.springframework.retry.support.RetrySynchronizationManager;

                // TODO backoff: code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans
                class Orders {

                    %s@Retryable
                    public int place() {
                        return RetrySynchronizationManager.getContext().getRetryCount();
                    }
                }
                """, "'Orders' reads the context of a retry: read CurrentAttempt.get() instead");
    }

    @Test
    void aNumberThatOverflowsStays() {
        stays("""
                package shop;

                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    %s@Retryable(maxAttempts = 100000 * 100000)
                    public void place() {}
                }
                """, "the value of '100000 * 100000' is not known here: write it as a literal");
    }

    @Test
    void aClassThatCoversOtherMethodsStays() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.Retryable;

                %s@Retryable
                class Orders {

                    public void place() {}

                    void cancel() {}
                }
                """,
                "on a type, '@Backoff' covers only public methods, and 'cancel' is not public: move '@Retryable' to the methods");
    }

    @Test
    void methodsThatShareARecoveryStayTogether() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    %s@Retryable(stateful = true)
                    public String place(String item) {
                        return item;
                    }

                    %s@Retryable
                    public String cancel(String item) {
                        return item;
                    }

                    @Recover
                    String recover(Exception failure, String item) {
                        return item;
                    }
                }
                """,
                "'stateful' has no equivalent: remove it, or retry where the method is called",
                "it shares its recovery method with 'place', which is not migrated: migrate that one first");
    }

    @Test
    void callsOfARecoveryGetTheFailureLast() {
        rewriteRun(
                java("""
                        package shop;

                        import org.springframework.retry.annotation.*;

                        class Orders {

                            @Retryable
                            public String place(String item) {
                                return item;
                            }

                            @Recover
                            String recover(Exception failure, String item) {
                                return item;
                            }

                            String again(String item, int number) {
                                return recover(null, item + number);
                            }
                        }
                        """, """
                        package shop;

                        import io.backoff.Backoff;

                        class Orders {

                            @Backoff(value = "orders-place", fallback = "recover")
                            public String place(String item) {
                                return item;
                            }

                            String recover(String item, Exception failure) {
                                return item;
                            }

                            String again(String item, int number) {
                                return recover(item + number, null);
                            }
                        }
                        """),
                java("""
                        package shop;

                        class OrdersTests {

                            void recovers() {
                                var orders = new Orders();
                                assert orders.recover(new IllegalStateException("down"), "tea").equals("tea");
                                assert orders.again("tea", 2).equals("tea2");
                            }
                        }
                        """, """
                        package shop;

                        class OrdersTests {

                            void recovers() {
                                var orders = new Orders();
                                assert orders.recover("tea", new IllegalStateException("down")).equals("tea");
                                assert orders.again("tea", 2).equals("tea2");
                            }
                        }
                        """, spec -> spec.path("src/test/java/shop/OrdersTests.java")),
                configuration(text -> text));
    }

    @Test
    void movedParametersKeepTheLinesAndTheirComments() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    @Retryable
                    public String place(String item, int number) {
                        return item;
                    }

                    @Recover
                    String recover(
                            // the last one
                            Exception failure,
                            String item, // with its shop
                            int number
                    ) {
                        return item;
                    }

                    String again(String item) {
                        return recover(
                                null,
                                item,
                                2
                        );
                    }
                }
                """, """
                package shop;

                import io.backoff.Backoff;

                class Orders {

                    @Backoff(value = "orders-place", fallback = "recover")
                    public String place(String item, int number) {
                        return item;
                    }

                    String recover(
                            String item, // with its shop
                            int number,
                            // the last one
                            Exception failure
                    ) {
                        return item;
                    }

                    String again(String item) {
                        return recover(
                                item,
                                2,
                                null
                        );
                    }
                }
                """);
    }

    @Test
    void aRecoveryThatIsReferredToStays() {
        stays("""
                package shop;

                import java.util.function.BiFunction;
                import org.springframework.retry.annotation.*;

                class Orders {

                    final BiFunction<Exception, String, String> later = this::recover;

                    %s@Retryable
                    public String place(String item) {
                        return item;
                    }

                    @Recover
                    String recover(Exception failure, String item) {
                        return item;
                    }
                }
                """, "a method reference or Kotlin code names 'recover', whose parameters move: call it in Java instead");
    }

    @Test
    void eachMethodGetsItsRecovery() {
        migrate("""
                package shop;

                import org.springframework.retry.annotation.*;

                class Orders {

                    @Retryable
                    public String place(String item) {
                        return item;
                    }

                    @Retryable
                    public String cancel(long order) {
                        return "" + order;
                    }

                    @Retryable
                    public String send(String item, int count) {
                        return item + count;
                    }

                    @Recover
                    String backorder(RuntimeException failure, String item) {
                        return item;
                    }

                    @Recover
                    String later(RuntimeException failure, long order) {
                        return "" + order;
                    }

                    @Recover
                    String resend(RuntimeException failure, String item, int count) {
                        return item + count;
                    }
                }
                """, """
                package shop;

                import io.backoff.Backoff;

                class Orders {

                    @Backoff(value = "orders", fallback = "backorder")
                    public String place(String item) {
                        return item;
                    }

                    @Backoff(value = "orders", fallback = "later")
                    public String cancel(long order) {
                        return "" + order;
                    }

                    @Backoff(value = "orders", fallback = "resend")
                    public String send(String item, int count) {
                        return item + count;
                    }

                    String backorder(String item, RuntimeException failure) {
                        return item;
                    }

                    String later(long order, RuntimeException failure) {
                        return "" + order;
                    }

                    String resend(String item, int count, RuntimeException failure) {
                        return item + count;
                    }
                }
                """);
    }

    @Test
    void aRecoveryWithAdviceStays() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.*;
                import org.springframework.cache.annotation.Cacheable;

                @Cacheable("orders")
                class Orders {

                    %s@Retryable
                    public String place(String item) {
                        return item;
                    }

                    @Recover
                    public String recover(Exception failure, String item) {
                        return item;
                    }
                }
                """,
                "annotations of 'recover' or its class apply to its calls, but '@Backoff' calls the fallback directly: move the annotations, or name the bean in 'fallback'");
    }

    @Test
    void aRecoveryBelowAnInterfaceStays() {
        stays(
                """
                package shop;

                import org.springframework.retry.annotation.*;

                interface Placing {

                    %s@Retryable
                    String place(String item);
                }

                class Orders implements Placing {

                    @Override
                    public String place(String item) {
                        return item;
                    }

                    @Recover
                    public String recover(Exception failure, String item) {
                        return item;
                    }
                }
                """,
                "methods with '@Recover' are looked for in each subclass of 'Placing': annotate the methods of the subclasses");
    }

    @Test
    void recoveriesOfOneNameAreFoundByTheirParameters() {
        migrate("""
                package shop;

                import java.util.List;
                import org.springframework.retry.annotation.*;

                class Orders {

                    @Retryable
                    public List<String> place(String item) {
                        return List.of(item);
                    }

                    @Retryable
                    public int count(int most) {
                        return most;
                    }

                    @Recover
                    List<String> recover(Exception failure, String item) {
                        return List.of();
                    }

                    @Recover
                    int recover(Throwable failure, int most) {
                        return 0;
                    }
                }
                """, """
                package shop;

                import java.util.List;

                import io.backoff.Backoff;

                class Orders {

                    @Backoff(value = "orders", fallback = "recover")
                    public List<String> place(String item) {
                        return List.of(item);
                    }

                    @Backoff(value = "orders", fallback = "recover")
                    public int count(int most) {
                        return most;
                    }

                    List<String> recover(String item, Exception failure) {
                        return List.of();
                    }

                    int recover(int most, Throwable failure) {
                        return 0;
                    }
                }
                """);
    }

    @Test
    void constantsOfOtherClassesAreNotKnown() {
        stays("""
                package shop;

                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    %s@Retryable(maxAttempts = Short.SIZE)
                    public void place() {}
                }
                """, "the value of 'Short.SIZE' is not known here: write it as a literal");
    }

    @Test
    void codeGetsAComment() {
        rewriteRun(java("""
                package shop;

                import org.springframework.retry.support.RetryTemplate;

                class Orders {

                    RetryTemplate template;
                }
                """, """
                package shop;

                import org.springframework.retry.support.RetryTemplate;

                // TODO backoff: code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans
                class Orders {

                    RetryTemplate template;
                }
                """));
    }

    @Test
    void codeThatNamesAnExceptionWhichIsNeverThrownGetsACommentThere() {
        String code = """
                package shop;

                import org.springframework.retry.ExhaustedRetryException;

                class Desk {

                    private final Orders orders = new Orders();

                    void place() {
                        System.out.println("placing");
                        %1$stry {
                            orders.place();
                        } catch (IllegalStateException | ExhaustedRetryException failure) {
                            System.out.println(failure);
                        }
                    }

                    boolean isKnown(Throwable failure) {
                        if (failure != null) {
                            %2$sreturn failure instanceof ExhaustedRetryException;
                        }
                        return false;
                    }

                    %3$svoid handle(ExhaustedRetryException failure) {}
                }
                """;
        String todo = "// TODO backoff: methods with '@Backoff' throw the failure itself,"
                + " never an 'ExhaustedRetryException': handle the failure here\n";
        rewriteRun(
                java(service("@Retryable"), migratedService()),
                java(
                        code.formatted("", "", ""),
                        code.formatted(todo + " ".repeat(8), todo + " ".repeat(12), todo + " ".repeat(4))),
                configuration(text -> text));
    }

    @Test
    void kotlinStays() {
        rewriteRun(
                spec -> spec.parser(KotlinParser.builder().classpath("spring-retry", "spring-context")),
                kotlin("""
                        package shop

                        import org.springframework.retry.annotation.Retryable

                        open class Orders {

                            @Retryable(maxAttempts = 4)
                            open fun place() {}
                        }
                        """, """
                        package shop

                        import org.springframework.retry.annotation.Retryable

                        open class Orders {

                            // TODO backoff: only Java is changed: write '@Backoff' and a policy by hand
                            @Retryable(maxAttempts = 4)
                            open fun place() {}
                        }
                        """));
    }

    private void migrate(String before, String after) {
        rewriteRun(java(before, after), configuration(text -> text));
    }

    private void migrate(String before, String after, String properties) {
        rewriteRun(java(before, after), configuration(text -> {
            assertThat(text).contains(properties);
            return text;
        }));
    }

    /** The code has a placeholder for each of the comments. */
    private void stays(String code, String... reasons) {
        Object[] before = List.of(reasons).stream().map(each -> "").toArray();
        String after = code;
        for (int i = 0; i < reasons.length; i++) {
            String placeholder = code.contains("%1$s") ? "%" + (i + 1) + "$s" : "%s";
            int at = after.indexOf(placeholder);
            int column = at - after.lastIndexOf('\n', at) - 1;
            after = after.substring(0, at) + "// TODO backoff: " + reasons[i] + "\n" + " ".repeat(column)
                    + after.substring(at + placeholder.length());
        }
        rewriteRun(java(code.formatted(before), after));
    }

    private static SourceSpecs configuration(UnaryOperator<String> check) {
        return properties(
                "shop.open=true",
                null,
                spec -> spec.path("src/main/resources/application.properties").after(check));
    }

    private static String service(String annotation) {
        return """
                package shop;

                import org.springframework.retry.annotation.Retryable;

                class Orders {

                    %s
                    public void place() {}
                }
                """.formatted(annotation);
    }

    private static String migratedService() {
        return """
                package shop;

                import io.backoff.Backoff;

                class Orders {

                    @Backoff("orders-place")
                    public void place() {}
                }
                """;
    }
}
