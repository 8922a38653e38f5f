package io.backoff.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

import io.backoff.rewrite.java.SharedJavaParser;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;

/** What the recipe for Resilience4j makes of code and configuration. */
class MigrateResilience4jRetryTests implements RewriteTest {

    private static final String TODO = "// TODO backoff: %s";

    private static final String BASE = """
            # As before the migration. Remove these lines one by one, and watch the meters backoff.calls and backoff.retries.
            migrated:
              max-elapsed: 0
              # without this line, retries stay below a tenth of the calls, plus a burst and one every ten seconds
              budget: none
              honor-retry-after: false
              throttled-delay: 0
              # without this line, failures that no retry can cure are not retried
              abort-on: []
              # without this line, 404 and most other HTTP statuses are not retried
              retry-on-status: 100-999
            """.indent(4);

    private static final String BASE_WITHOUT_STATUSES =
            BASE.substring(0, BASE.indexOf("      # without this line, 404"));

    private static final String RESERVE = """
            @Retry(name = "stock")
            public void reserve() {}
            """;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MigrateResilience4jRetry())
                .parser(SharedJavaParser.of(
                        "resilience4j-annotations",
                        "resilience4j-core",
                        "resilience4j-retry",
                        "resilience4j-framework-common",
                        "resilience4j-circuitbreaker",
                        "spring-context",
                        "reactor-core",
                        "reactive-streams"));
    }

    @Test
    void anInstanceBecomesAPolicy() {
        rewriteRun(
                orders("""
                @Retry(name = "stock", fallbackMethod = "later")
                public String place(String item) {
                    return item;
                }

                private String later(String item, IllegalStateException failure) {
                    return item;
                }
                """, """
                @Backoff(value = "stock", fallback = "later")
                public String place(String item) {
                    return item;
                }

                private String later(String item, IllegalStateException failure) {
                    return item;
                }
                """),
                yaml(
                        """
                # of the shop
                spring:
                  application.name: shop # the name
                # retries
                resilience4j:
                  retry:
                    configs:
                      default:
                        wait-duration: 100ms
                    instances:
                      stock: # calls the warehouse
                        enable-exponential-backoff: true
                        exponential-backoff-multiplier: 2 # doubles
                        exponential-max-wait-duration: 1s
                        wait-duration: 200ms
                        retry-exceptions:
                          - java.io.IOException
                          - shop.BusyException
                        ignore-exceptions: java.io.FileNotFoundException
                # the end
                server.port: 8081
                """,
                        """
                # of the shop
                spring:
                  application.name: shop # the name
                # the end
                server.port: 8081

                backoff:
                  nested: independent
                  deadlines: independent
                  transactions: retry
                  http.client.disable-client-retries: false
                  policies:
                %s    # retries
                    # calls the warehouse
                    # multiplier: doubles
                    stock:
                      extends: migrated
                      max-delay: 1s
                      jitter: none
                      # matches causes too, which Resilience4j does not look at
                      retry-on:
                        - java.io.IOException
                        - shop.BusyException
                      # matches causes too, which Resilience4j does not look at
                      abort-on: java.io.FileNotFoundException
                """.formatted(BASE_WITHOUT_STATUSES),
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void profilesChangeWhatDiffers() {
        rewriteRun(
                orders("""
                        @Retry(name = "stock")
                        public String place(String item) {
                            return item;
                        }
                        """, """
                        @Backoff("stock")
                        public String place(String item) {
                            return item;
                        }
                        """),
                yaml("""
                        resilience4j.retry.instances.stock:
                          wait-duration: 100ms
                          enable-exponential-backoff: true
                          exponential-backoff-multiplier: 3
                        ---
                        spring.config.activate.on-profile: slow
                        resilience4j.retry.instances.stock.wait-duration: 2s
                        ---
                        spring.config.activate.on-profile: steady
                        resilience4j.retry.instances.stock.enable-exponential-backoff: false
                        """, """
                        backoff:
                          nested: independent
                          deadlines: independent
                          transactions: retry
                          http.client.disable-client-retries: false
                          policies:
                        %s    stock:
                              extends: migrated
                              delay: 100ms
                              multiplier: 3
                              max-delay: 365d
                              jitter: none
                        ---
                        spring.config.activate.on-profile: slow

                        backoff:
                          policies:
                            stock:
                              delay: 2s
                        ---
                        spring.config.activate.on-profile: steady

                        backoff:
                          policies:
                            stock:
                              multiplier: 1
                              max-delay: 10s
                        """.formatted(BASE), spec -> spec.path("src/main/resources/application.yml")),
                yaml("""
                        resilience4j:
                          retry.instances.stock.maxAttempts: 5
                        """, """
                        backoff:
                          policies:
                            stock:
                              max-attempts: 5
                        """, spec -> spec.path("src/main/resources/application-prod.yml")),
                yaml("""
                        logging.level.root: debug
                        resilience4j:
                          retry.instances.stock.wait-duration: 1ms
                        """, """
                        logging.level.root: debug

                        backoff:
                          policies:
                            stock:
                              delay: 1ms
                        """, spec -> spec.path("src/test/resources/application-test.yml")));
    }

    @Test
    void propertiesAreRemovedAndTheirCommentsMove() {
        rewriteRun(
                orders("""
                @Retry(name = "stock")
                public String place(String item) {
                    return item;
                }
                """, """
                @Backoff("stock")
                public String place(String item) {
                    return item;
                }
                """), properties("""
                # of the shop
                server.port=8081

                # retries of the stock
                resilience4j.retry.instances.stock.max-attempts=4
                resilience4j.retry.instances.stock.retry-exceptions[0]=java.lang.RuntimeException
                # breakers
                resilience4j.circuitbreaker.instances.stock.sliding-window-size=5
                """, """
                # of the shop
                server.port=8081
                # breakers
                resilience4j.circuitbreaker.instances.stock.sliding-window-size=5

                backoff.nested=independent
                backoff.deadlines=independent
                backoff.transactions=retry
                backoff.http.client.disable-client-retries=false
                # As before the migration. Remove these lines one by one, and watch the meters backoff.calls and backoff.retries.
                backoff.policies.migrated.max-elapsed=0
                # without this line, retries stay below a tenth of the calls, plus a burst and one every ten seconds
                backoff.policies.migrated.budget=none
                backoff.policies.migrated.honor-retry-after=false
                backoff.policies.migrated.throttled-delay=0
                # without this line, failures that no retry can cure are not retried
                backoff.policies.migrated.abort-on=
                # without this line, 404 and most other HTTP statuses are not retried
                backoff.policies.migrated.retry-on-status=100-999
                # retries of the stock
                backoff.policies.stock.extends=migrated
                backoff.policies.stock.max-attempts=4
                backoff.policies.stock.strategy=constant
                backoff.policies.stock.delay=500ms
                backoff.policies.stock.jitter=none
                # matches causes too, which Resilience4j does not look at
                backoff.policies.stock.retry-on=java.lang.RuntimeException
                """, spec -> spec.path("src/main/resources/application.properties")));
    }

    @Test
    void instancesOfOthersStay() {
        rewriteRun(
                orders("""
                        @Retry(name = "stock")
                        public String place(String item) {
                            return item;
                        }

                        @Retry(name = "#item")
                        public String cancel(String item) {
                            return item;
                        }
                        """, """
                        @Backoff("stock")
                        public String place(String item) {
                            return item;
                        }

                        %s
                        @Retry(name = "#item")
                        public String cancel(String item) {
                            return item;
                        }
                        """.formatted(TODO.formatted("the name is an expression", "no-equivalent")), true),
                stockStays());
    }

    @Test
    void instancesOfAnnotationsBehindAModifierStay() {
        rewriteRun(
                orders(
                        """
                        @Retry(name = "stock")
                        public String place(String item) {
                            return item;
                        }

                        public @Retry(name = "stock") String cancel(String item) {
                            return item;
                        }
                        """,
                        """
                        @Backoff("stock")
                        public String place(String item) {
                            return item;
                        }

                        %s
                        public @Retry(name = "stock") String cancel(String item) {
                            return item;
                        }
                        """.formatted(TODO.formatted(
                                "put it before the modifiers, where the recipe can change it", "by-one-command")),
                        true),
                stockStays());
    }

    /** OpenRewrite reads such a mapping as text. */
    @Test
    void mappingsWithoutSpacesKeepTheAnnotations() {
        String place = """
                @Retry(name = "stock")
                public String place(String item) {
                    return item;
                }
                """;
        rewriteRun(
                orders(
                        place,
                        "%s\n"
                                        .formatted(TODO.formatted(
                                                "policies cannot be added to 'src/main/resources/application.yml': write them by hand",
                                                "by-one-command"))
                                + place,
                        true),
                yaml(
                        "resilience4j.retry.instances: {stock: {max-attempts: 5}}\n",
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void unusedInstancesStayWithTheirBase() {
        rewriteRun(
                orders("""
                @Retry(name = "stock")
                public String place(String item) {
                    return item;
                }
                """, """
                @Backoff("stock")
                public String place(String item) {
                    return item;
                }
                """),
                yaml("""
                resilience4j:
                  retry:
                    configs:
                      fast: # of the stock only
                        wait-duration: 1ms
                      slow:
                        wait-duration: 2s
                    instances:
                      stock:
                        base-config: fast
                      billing:
                        base-config: slow
                  circuitbreaker:
                    instances:
                      stock:
                        sliding-window-size: 5
                """, """
                resilience4j:
                  retry:
                    configs:
                      slow:
                        wait-duration: 2s
                    instances:
                      billing:
                        base-config: slow
                  circuitbreaker:
                    instances:
                      stock:
                        sliding-window-size: 5

                backoff:
                  nested: independent
                  deadlines: independent
                  transactions: retry
                  http.client.disable-client-retries: false
                  policies:
                %s    # of the stock only
                    stock:
                      extends: migrated
                      strategy: constant
                      delay: 1ms
                      jitter: none
                """.formatted(BASE), spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void codeOfTestsDoesNotKeepTheProperties() {
        rewriteRun(
                orders("""
                        @Retry(name = "stock")
                        public void place() {}
                        """, """
                        @Backoff("stock")
                        public void place() {}
                        """),
                java(
                        """
                        package shop;

                        import io.github.resilience4j.retry.RetryRegistry;

                        class OrdersTests {

                            private static final String PROPERTY = "resilience4j.retry.instances.stock.max-attempts=1";

                            int attempts(RetryRegistry registry) {
                                return registry.retry("stock").getRetryConfig().getMaxAttempts();
                            }
                        }
                        """,
                        """
                        package shop;

                        import io.github.resilience4j.retry.RetryRegistry;

                        %s
                        %s
                        class OrdersTests {

                            private static final String PROPERTY = "resilience4j.retry.instances.stock.max-attempts=1";

                            int attempts(RetryRegistry registry) {
                                return registry.retry("stock").getRetryConfig().getMaxAttempts();
                            }
                        }
                        """.formatted(
                                        TODO.formatted(
                                                "code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans"),
                                        TODO.formatted(
                                                "migrated methods do not read 'resilience4j.retry': set the policy below 'backoff.policies' instead")),
                        spec -> spec.path("src/test/java/shop/OrdersTests.java")),
                yaml("""
                        resilience4j.retry.instances.stock.max-attempts: 4 # twice is not enough
                        """, """
                        backoff:
                          nested: independent
                          deadlines: independent
                          transactions: retry
                          http.client.disable-client-retries: false
                          policies:
                        %s    stock:
                              extends: migrated
                              # twice is not enough
                              max-attempts: 4
                              strategy: constant
                              delay: 500ms
                              jitter: none
                        """.formatted(BASE), spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void commentsStayInPlaceWhereNoPolicyIsWritten() {
        rewriteRun(
                orders("""
                        @Retry(name = "stock")
                        public void place() {}
                        """, """
                        @Backoff("stock")
                        public void place() {}
                        """),
                yaml(
                        "resilience4j.retry.instances.stock.max-attempts: 4",
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> text)),
                yaml("""
                        # of the tests
                        server.port: 0
                        # as fast as in production
                        resilience4j:
                          retry.instances:
                            stock: # the warehouse
                              max-attempts: 4 # not more
                        logging.level.root: debug
                        """, """
                        # of the tests
                        server.port: 0
                        # as fast as in production
                        # the warehouse
                        # not more
                        logging.level.root: debug
                        """, spec -> spec.path("src/test/resources/application-test.yml")),
                properties("""
                        # of the stage
                        server.port=8081

                        # as in production
                        resilience4j.retry.instances.stock.max-attempts=4
                        """, """
                        # of the stage
                        server.port=8081

                        # as in production
                        """, spec -> spec.path("src/main/resources/application-stage.properties")));
    }

    @Test
    void codeKeepsItsProperties() {
        rewriteRun(
                java(
                        """
                        package shop;

                        import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;

                        class Customizers {
                            RetryConfigCustomizer stock() {
                                return RetryConfigCustomizer.of("stock", builder -> builder.maxAttempts(7));
                            }
                        }
                        """,
                        """
                        package shop;

                        import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;

                        %s
                        class Customizers {
                            RetryConfigCustomizer stock() {
                                return RetryConfigCustomizer.of("stock", builder -> builder.maxAttempts(7));
                            }
                        }
                        """.formatted(
                                        TODO.formatted(
                                                "code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans"))),
                stays("""
                        @Retry(name = "stock")
                        public String place(String item) {
                            return item;
                        }
                        """, "code changes the instance 'stock'", "code"),
                yaml(
                        "resilience4j.retry.instances.stock.max-attempts: 4\n",
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void theOrderMovesAndAnchorsStay() {
        rewriteRun(
                orders("""
                @Retry(name = "stock")
                public String place(String item) {
                    return item;
                }
                """, """
                @Backoff("stock")
                public String place(String item) {
                    return item;
                }
                """),
                yaml("""
                resilience4j:
                  retry:
                    retry-aspect-order: 7
                    instances:
                      billing: &usual
                        max-attempts: 6
                      stock:
                        <<: *usual
                        wait-duration: 1s
                """, """
                resilience4j:
                  retry:
                    retry-aspect-order: 7
                    instances:
                      billing: &usual
                        max-attempts: 6
                      stock:
                        <<: *usual
                        wait-duration: 1s

                backoff:
                  nested: independent
                  deadlines: independent
                  transactions: retry
                  http.client.disable-client-retries: false
                  order: 7
                  policies:
                %s    stock:
                      extends: migrated
                      max-attempts: 6
                      strategy: constant
                      delay: 1s
                      jitter: none
                """.formatted(BASE), spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void annotationsThatResilience4jDoesNotSeeStay() {
        rewriteRun(
                java("""
                package shop;

                import io.github.resilience4j.retry.annotation.Retry;

                interface Orders {
                    @Retry(name = "stock")
                    String place(String item);
                }
                """, """
                package shop;

                import io.github.resilience4j.retry.annotation.Retry;

                interface Orders {
                    %s
                    @Retry(name = "stock")
                    String place(String item);
                }
                """.formatted(TODO.formatted(
                        "Resilience4j ignores '@Retry' on the interfaces of a class", "properties-and-annotation"))),
                java("""
                package shop;

                import io.github.resilience4j.retry.annotation.Retry;

                @Retry(name = "stock")
                @interface Retried {}
                """, """
                package shop;

                import io.github.resilience4j.retry.annotation.Retry;

                %s
                @Retry(name = "stock")
                @interface Retried {}
                """.formatted(TODO.formatted(
                        "Resilience4j ignores '@Retry' on annotations", "properties-and-annotation"))));
    }

    @Test
    void anInstanceThatMayBeConfiguredElsewhereStays() {
        rewriteRun(
                orders("""
                @Retry(name = "stock")
                public void place() {}
                """, """
                // TODO backoff: 'stock' may be configured in settings that the application imports
                @Retry(name = "stock")
                public void place() {}
                """, true),
                yaml(
                        "spring.config.import: \"optional:configserver:\"",
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void anInstanceThatTwoApplicationsConfigureDifferentlyStays() {
        rewriteRun(
                java(
                        type("import io.github.resilience4j.retry.annotation.Retry;\n", RESERVE),
                        type(
                                "import io.github.resilience4j.retry.annotation.Retry;\n",
                                "// TODO backoff: the applications that use this module configure these retries"
                                        + " differently: write '@Backoff' and a policy by hand\n" + RESERVE),
                        spec -> spec.path("orders/src/main/java/shop/Orders.java")),
                yaml(
                        "resilience4j.retry.instances.stock.max-attempts: 5",
                        spec -> spec.path("web/src/main/resources/application.yml")),
                yaml(
                        "resilience4j.retry.instances.stock.max-attempts: 7",
                        spec -> spec.path("batch/src/main/resources/application.yml")));
    }

    @Test
    void aMethodThatASubclassOverridesStays() {
        rewriteRun(
                orders("""
                @Retry(name = "stock")
                public void reserve() {}

                @Retry(name = "stock")
                public void cancel() {}
                """, """
                // TODO backoff: Resilience4j ignores '@Retry' of a class in the methods of its subclasses
                @Retry(name = "stock")
                public void reserve() {}

                @Backoff("stock")
                public void cancel() {}
                """, true),
                java("package shop; class Rushed extends Orders { @Override public void reserve() {} }"),
                yaml(
                        null,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> text)));
    }

    @Test
    void anInstanceThatCodeMayConfigureStays() {
        rewriteRun(orders("""
                @Retry(name = "stock")
                public void place() {}
                """, """
                // TODO backoff: code changes the instance 'stock'
                @Retry(name = "stock")
                public void place() {}
                """, true), java("""
                        package shop;

                        import io.github.resilience4j.retry.RetryConfig;
                        import io.github.resilience4j.retry.RetryRegistry;

                        class Setup {
                            Setup(RetryRegistry registry) {
                                registry.retry("stock", RetryConfig.custom().maxAttempts(7).build());
                            }
                        }
                        """, """
                        package shop;

                        import io.github.resilience4j.retry.RetryConfig;
                        import io.github.resilience4j.retry.RetryRegistry;

                        // TODO backoff: code must be migrated by hand: call the bean BackoffOperations with the name of a policy, and turn listeners into BackoffListener beans
                        class Setup {
                            Setup(RetryRegistry registry) {
                                registry.retry("stock", RetryConfig.custom().maxAttempts(7).build());
                            }
                        }
                        """));
    }

    @Test
    void aFallbackThatLosesItsAdviceStays() {
        rewriteRun(stays(
                """
                @Retry(name = "stock", fallbackMethod = "later")
                public String place(String item) {
                    return item;
                }

                @org.springframework.cache.annotation.Cacheable("late")
                public String later(String item, Exception failure) {
                    return item;
                }
                """,
                "Resilience4j calls the fallback 'later' through the proxy, but '@Backoff' would call it without the proxy's advice",
                "properties-and-annotation"));
    }

    private static SourceSpecs stays(String members, String reason, String section) {
        return orders(members, TODO.formatted(reason, section) + "\n" + members, true);
    }

    /** The instance is not removed, although there is a policy too. */
    private static SourceSpecs stockStays() {
        return yaml(
                "resilience4j.retry.instances.stock.max-attempts: 4\n",
                spec -> spec.after(text -> text)
                        .path("src/main/resources/application.yml")
                        .afterRecipe(file -> org.assertj.core.api.Assertions.assertThat(file.printAll())
                                .contains("resilience4j.retry.instances.stock.max-attempts: 4", "max-attempts: 4")));
    }

    private static SourceSpecs orders(String before, String after) {
        return orders(before, after, false);
    }

    private static SourceSpecs orders(String before, String after, boolean retry) {
        String imports = retry ? "import io.github.resilience4j.retry.annotation.Retry;\n" : "";
        String ours = after.contains("@Backoff(") ? "import io.backoff.Backoff;\n" : "";
        return java(
                type("import io.github.resilience4j.retry.annotation.Retry;\n", before),
                type(ours + imports, after),
                spec -> spec.path("src/main/java/shop/Orders.java"));
    }

    private static String type(String imports, String members) {
        return "package shop;\n\n" + imports
                + "import org.springframework.stereotype.Service;\n\n@Service\nclass Orders {\n" + members.indent(4)
                + "}\n";
    }
}
