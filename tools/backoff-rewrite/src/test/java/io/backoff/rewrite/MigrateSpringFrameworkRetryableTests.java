package io.backoff.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.yaml.Assertions.yaml;

import io.backoff.rewrite.java.SharedJavaParser;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;

/** What the recipe writes for Spring Framework. That calls stay the same is shown elsewhere. */
class MigrateSpringFrameworkRetryableTests implements RewriteTest {

    private static final String ENABLED = """
            import org.springframework.context.annotation.Configuration;
            import org.springframework.resilience.annotation.EnableResilientMethods;

            @Configuration
            @EnableResilientMethods
            class App {}
            """;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MigrateSpringFrameworkRetryable())
                .validateRecipeSerialization(false)
                .parser(SharedJavaParser.of("spring-context", "spring-core"));
    }

    @Test
    void numbersMoveToTheConfiguration() {
        rewriteRun(java("""
                        import java.io.IOException;
                        import java.util.concurrent.TimeUnit;
                        import org.springframework.resilience.annotation.Retryable;

                        class OrderService {

                            @Retryable(
                                    includes = IOException.class,
                                    excludes = IllegalStateException.class,
                                    maxRetries = 4,
                                    delay = 1,
                                    multiplier = 3,
                                    maxDelay = 60,
                                    timeout = 90,
                                    timeUnit = TimeUnit.SECONDS)
                            public String place(String item) {
                                return item;
                            }
                        }
                        """, """
                        import io.backoff.Backoff;

                        class OrderService {

                            @Backoff("order-service-place")
                            public String place(String item) {
                                return item;
                            }
                        }
                        """), policy("""
                        order-service-place:
                          extends: migrated
                          max-attempts: 5
                          delay: 1s
                          multiplier: 3
                          max-delay: 1m
                          jitter: none
                          max-elapsed: 90s
                          retry-on: java.io.IOException
                          abort-on: java.lang.IllegalStateException
                        """));
    }

    @Test
    void delaysThatAreCutToMillisecondsAreListed() {
        rewriteRun(java(service("@Retryable(delay = 10, multiplier = 1.15, maxRetries = 6)"), migrated()), policy("""
                        order-service-place:
                          extends: migrated
                          max-attempts: 7
                          strategy: list
                          # as before: each delay is cut to whole milliseconds
                          delays:
                            - 10ms
                            - 11ms
                            - 12ms
                            - 13ms
                            - 14ms
                            - 16ms
                          jitter: none
                          retry-on: java.lang.Throwable
                        """));
    }

    @Test
    void placeholdersAreCarriedOver() {
        rewriteRun(
                java(
                        service(
                                "@Retryable(maxRetriesString = \"${shop.retries:3}\", delayString = \"${shop.delay:250}\", multiplierString = \"${shop.factor}\")"),
                        migrated()),
                policy("""
                        order-service-place:
                          extends: migrated
                          max-retries: ${shop.retries:3}
                          delay: ${shop.delay:250}
                          multiplier: ${shop.factor}
                          max-delay: 365d
                          jitter: none
                          retry-on: java.lang.Throwable
                        """));
    }

    @Test
    void whatCannotBeCarriedOverStays() {
        String before = service("@Retryable(maxRetriesString = \"#{1 + 1}\")");
        rewriteRun(java(ENABLED), java(before, before.replace("    @Retryable", """
                    // TODO backoff: the expression in 'maxRetriesString' is not evaluated: write a number or a placeholder
                    @Retryable\
                """)));
    }

    @Test
    void numbersThatAreTooLongStay() {
        String before = service("@Retryable(maxRetriesString = \"1234567890123456789\")");
        rewriteRun(java(ENABLED), java(before, before.replace("    @Retryable", """
                    // TODO backoff: the value '1234567890123456789' of 'maxRetriesString' is not a whole number of up to 18 digits: write one
                    @Retryable\
                """)));
    }

    @Test
    void theSwitchGoesWithTheLastAnnotation() {
        rewriteRun(java(ENABLED, """
                        import org.springframework.context.annotation.Configuration;

                        @Configuration
                        class App {}
                        """), java(service("@Retryable"), migrated()), anyPolicy());
    }

    @Test
    void theSwitchStaysForConcurrencyLimits() {
        rewriteRun(java(ENABLED), java(service("@Retryable"), migrated()), java("""
                        import org.springframework.resilience.annotation.ConcurrencyLimit;

                        class Stock {

                            @ConcurrencyLimit(2)
                            void count() {}
                        }
                        """), anyPolicy());
    }

    @Test
    void theSwitchStaysForAnnotationsOfOtherLibraries() {
        rewriteRun(
                spec -> spec.parser(
                        SharedJavaParser.of("spring-context", "spring-core").dependsOn("""
                                package lib;

                                @org.springframework.resilience.annotation.Retryable
                                @org.springframework.resilience.annotation.ConcurrencyLimit(2)
                                public @interface Resilient {}
                                """, """
                                package lib;

                                @org.springframework.resilience.annotation.ConcurrencyLimit(2)
                                public @interface Rare {}
                                """)),
                java(ENABLED),
                java(service("@Retryable"), migrated()),
                java("""
                        class Stock {

                            @lib.Resilient
                            void count() {}

                            @lib.Rare
                            void list() {}
                        }
                        """, """
                        class Stock {

                            // TODO backoff: the project does not contain '@Resilient', which has '@Retryable': write '@Backoff' and a policy by hand instead
                            @lib.Resilient
                            void count() {}

                            @lib.Rare
                            void list() {}
                        }
                        """),
                anyPolicy());
        rewriteRun(
                spec -> spec.parser(
                        SharedJavaParser.of("spring-context", "spring-core").dependsOn("""
                                package lib;

                                @org.springframework.resilience.annotation.ConcurrencyLimit(2)
                                public @interface Rare {}
                                """)),
                java(ENABLED),
                java(service("@Retryable"), migrated()),
                java("class Stock { @lib.Rare void list() {} }"),
                anyPolicy());
    }

    @Test
    void codeGetsOneComment() {
        String before = """
                import org.springframework.core.retry.RetryPolicy;
                import org.springframework.core.retry.RetryTemplate;

                class Prices {

                    private final RetryTemplate retries = new RetryTemplate(RetryPolicy.withMaxRetries(2));

                    String of(String item) {
                        return retries.invoke(() -> item);
                    }
                }
                """;
        rewriteRun(java(before, before.replace("class Prices", """
                        // TODO backoff: code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans
                        class Prices\
                        """)));
    }

    @Test
    void eventsGetAComment() {
        String before = """
                import org.springframework.context.event.EventListener;
                import org.springframework.resilience.retry.MethodRetryEvent;

                class Alarm {

                    @EventListener
                    void ring(MethodRetryEvent event) {}
                }
                """;
        rewriteRun(java(before, before.replace("class Alarm", """
                        // TODO backoff: code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans
                        class Alarm\
                        """)));
    }

    private static String service(String annotation) {
        return """
                import org.springframework.resilience.annotation.Retryable;

                class OrderService {

                    %s
                    public String place(String item) {
                        return item;
                    }
                }
                """.formatted(annotation);
    }

    private static String migrated() {
        return service("@Backoff(\"order-service-place\")")
                .replace("org.springframework.resilience.annotation.Retryable", "io.backoff.Backoff");
    }

    private static SourceSpecs policy(String expected) {
        return yaml(
                null,
                spec -> spec.path("src/main/resources/application.yml").after(actual -> {
                    assertThat(actual).endsWith(expected.indent(4).stripTrailing());
                    return actual;
                }));
    }

    private static SourceSpecs anyPolicy() {
        return policy("retry-on: java.lang.Throwable\n".indent(2));
    }
}
