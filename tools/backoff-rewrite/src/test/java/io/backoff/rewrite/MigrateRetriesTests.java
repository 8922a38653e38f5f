package io.backoff.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

import io.backoff.rewrite.java.SharedJavaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.tree.J;
import org.openrewrite.marker.Markers;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpec;
import org.openrewrite.test.SourceSpecs;
import org.openrewrite.tree.ParseError;

/** What is the same whatever library an application comes from: names, files, comments. */
class MigrateRetriesTests implements RewriteTest {

    private static final String ORDERS = """
            package shop;

            import org.springframework.retry.annotation.Retryable;
            import org.springframework.stereotype.Service;

            @Service
            class OrderService {

                /** Places an order. */
                @Retryable(maxAttempts = 4)
                public String place(String item) {
                    return item;
                }
            }
            """;

    private static final String MIGRATED_ORDERS = """
            package shop;

            import io.backoff.Backoff;
            import org.springframework.stereotype.Service;

            @Service
            class OrderService {

                /** Places an order. */
                @Backoff("order-service-place")
                public String place(String item) {
                    return item;
                }
            }
            """;

    private static final String SHARED = """
            backoff.nested=independent
            backoff.deadlines=independent
            backoff.transactions=retry
            backoff.http.client.disable-client-retries=false
            """;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MigrateAttempts()).validateRecipeSerialization(false).parser(parser());
    }

    private static SharedJavaParser parser() {
        return SharedJavaParser.of("spring-retry", "spring-context")
                .dependsOn("package io.backoff; public @interface Backoff { String value(); }");
    }

    @Test
    void aFileIsCreated() {
        rewriteRun(
                java(ORDERS, MIGRATED_ORDERS, spec -> spec.path("src/main/java/shop/OrderService.java")),
                yaml(null, """
                        backoff:
                          nested: independent
                          deadlines: independent
                          transactions: retry
                          http.client.disable-client-retries: false
                          policies:
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
                            order-service-place:
                              extends: migrated
                              max-attempts: 4
                        """, spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void aYamlFileIsExtended() {
        rewriteRun(
                java(ORDERS, MIGRATED_ORDERS, spec -> spec.path("src/main/java/shop/OrderService.java")),
                yaml("""
                        server:
                          port: 8081 # the proxy knows it
                        backoff:
                          policies:
                            stock:
                              delay: 1s
                        # the rest
                        spring:
                          application.name: shop
                        ---
                        spring.config.activate.on-profile: test
                        server.port: 0
                        """, """
                        server:
                          port: 8081 # the proxy knows it
                        backoff:
                          policies:
                            stock:
                              delay: 1s
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
                            order-service-place:
                              extends: migrated
                              max-attempts: 4
                          nested: independent
                          deadlines: independent
                          transactions: retry
                          http.client.disable-client-retries: false
                        # the rest
                        spring:
                          application.name: shop
                        ---
                        spring.config.activate.on-profile: test
                        server.port: 0
                        """, spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void aPropertiesFileIsExtended() {
        rewriteRun(
                java(ORDERS, MIGRATED_ORDERS, spec -> spec.path("src/main/java/shop/OrderService.java")),
                properties("""
                        # of the shop
                        server.port=8081
                        #---
                        spring.config.activate.on-profile=test
                        server.port=0
                        """, """
                        # of the shop
                        server.port=8081

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
                        backoff.policies.order-service-place.extends=migrated
                        backoff.policies.order-service-place.max-attempts=4
                        #---
                        spring.config.activate.on-profile=test
                        server.port=0
                        """, spec -> spec.path("src/main/resources/application.properties")));
    }

    @Test
    void policiesAreNamedAfterBeanAndMethodAndNotSharedBetweenClasses() {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                java(
                        service("shop.stock", "HTTPStock", "(\"stock\")", "reserve", 5),
                        migrated("shop.stock", "HTTPStock", "(\"stock\")", "reserve", "stock-reserve"),
                        main("shop/stock/HTTPStock.java")),
                java(
                        service("shop.mail", "MailService", "", "send", 5),
                        migrated("shop.mail", "MailService", "", "send", "mail-service-send"),
                        main("shop/mail/MailService.java")),
                java(
                        service("shop.web", "HTTPClient", "", "getPage", 6),
                        migrated("shop.web", "HTTPClient", "", "getPage", "http-client-get-page"),
                        main("shop/web/HTTPClient.java")),
                yaml(
                        null,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> {
                            assertThat(text)
                                    .contains("order-service-place:\n      extends: migrated\n      max-attempts: 4")
                                    .contains("stock-reserve:\n      extends: migrated\n      max-attempts: 5")
                                    .contains("mail-service-send:\n      extends: migrated\n      max-attempts: 5")
                                    .contains("http-client-get-page:\n      extends: migrated\n      max-attempts: 6");
                            return text;
                        })));
    }

    @Test
    void aValueThatIsInheritedIsNotWritten() {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 3),
                        migrated("shop", "OrderService", "", "place", "order-service-place"),
                        main("shop/OrderService.java")),
                yaml(
                        null,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> {
                            assertThat(text).endsWith("order-service-place:\n      extends: migrated");
                            return text;
                        })));
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-attempts", "maxAttempts", "max_attempts"})
    void aValueThatIsNotInheritedHereIsWritten(String property) {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 3),
                        migrated("shop", "OrderService", "", "place", "order-service-place"),
                        main("shop/OrderService.java")),
                yaml(
                        "backoff.policies.default." + property + ": 5",
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> {
                            assertThat(text)
                                    .contains("order-service-place:\n      extends: migrated\n      max-attempts: 3");
                            return text;
                        })));
    }

    @Test
    void methodsOfOneBeanShareAPolicyOfItsName() {
        rewriteRun(
                java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            @Retryable(maxAttempts = 4)
                            public void place() {}

                            @Retryable(maxAttempts = 4)
                            public void cancel() {}
                        }
                        """, """
                        package shop;

                        import io.backoff.Backoff;

                        class OrderService {

                            @Backoff("order-service")
                            public void place() {}

                            @Backoff("order-service")
                            public void cancel() {}
                        }
                        """, main("shop/OrderService.java")),
                yaml(
                        null,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> text)));
    }

    @Test
    void aNameThatIsTakenGetsANumber() {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 4),
                        migrated("shop", "OrderService", "", "place", "order-service-place-2"),
                        main("shop/OrderService.java")),
                properties(
                        "backoff.policies.order-service-place.delay=1s",
                        null,
                        spec -> spec.path("src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text)
                                            .startsWith("backoff.policies.order-service-place.delay=1s\n")
                                            .contains("backoff.policies.order-service-place-2.max-attempts=4");
                                    return text;
                                })));
    }

    @Test
    void aNameThatSpringBootCannotTellFromAnotherGetsANumber() {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 4),
                        migrated("shop", "OrderService", "", "place", "order-service-place-2"),
                        main("shop/OrderService.java")),
                properties(
                        "backoff.policies.orderService_place.delay=1s",
                        null,
                        spec -> spec.path("src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text).contains("backoff.policies.order-service-place-2.max-attempts=4");
                                    return text;
                                })));
    }

    @Test
    void aFileOfTheTestsThatHidesTheOtherGetsThePoliciesToo() {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                withPolicyOfOrders("src/main/resources/application.yml"),
                yaml(
                        "server.port: 0",
                        null,
                        spec -> spec.path("src/test/resources/application.yml").after(MigrateRetriesTests::withPolicy)),
                yaml("server.port: 0", spec -> spec.path("src/test/resources/application-test.yml")),
                yaml("other: true", spec -> spec.path("src/main/resources/other.yml")));
    }

    @Test
    void aLibraryIsConfiguredByTheApplicationsAroundIt() {
        rewriteRun(
                orders("orders/src/main/java/shop/OrderService.java"),
                withPolicyOfOrders("web/src/main/resources/application.yml"),
                properties(
                        "server.port=8082",
                        null,
                        spec -> spec.path("batch/src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text).contains("backoff.policies.order-service-place.max-attempts=4");
                                    return text;
                                })));
    }

    /** A file of its own would hide that of the application. */
    @Test
    void aLibraryWithAFileForAProfileIsNoApplication() {
        rewriteRun(
                spec -> spec.parser(parser().dependsOn(
                                "package org.springframework.boot.autoconfigure; public @interface EnableAutoConfiguration {}",
                                """
                        package org.springframework.boot.autoconfigure;

                        @EnableAutoConfiguration
                        public @interface SpringBootApplication {}
                        """)),
                java("""
                        package shop;

                        @org.springframework.boot.autoconfigure.SpringBootApplication
                        class Shop {}
                        """, spec -> spec.path("web/src/main/java/shop/Shop.java")),
                orders("orders/src/main/java/shop/OrderService.java"),
                yaml("server.port: 1", spec -> spec.path("orders/src/main/resources/application-orders.yml")),
                withPolicyOfOrders("web/src/main/resources/application.yml"));
    }

    @Test
    void aModuleMayBeBelowADirectoryOfItsName() {
        rewriteRun(
                orders("src/shop/src/main/java/shop/OrderService.java"),
                withPolicyOfOrders("src/shop/src/main/resources/application.yml"));
    }

    @Test
    void anAnnotationBehindAModifierStays() {
        rewriteRun(java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            public @Retryable(maxAttempts = 4) String place() {
                                return "";
                            }
                        }

                        @Retryable(maxAttempts = 4)
                        class Stock {

                            public @Retryable(maxAttempts = 2) void reserve() {}
                        }
                        """, """
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            // TODO backoff: put it before the modifiers, where the recipe can change it
                            public @Retryable(maxAttempts = 4) String place() {
                                return "";
                            }
                        }

                        // TODO backoff: another annotation of its class or of a supertype is not migrated: migrate that one first
                        @Retryable(maxAttempts = 4)
                        class Stock {

                            // TODO backoff: put it before the modifiers, where the recipe can change it
                            public @Retryable(maxAttempts = 2) void reserve() {}
                        }
                        """));
    }

    @Test
    void aConfigurationThatCannotBeParsedKeepsTheAnnotations() {
        var context = new InMemoryExecutionContext();
        Path file = Path.of("src/main/resources/application.yml");
        var unread = new ParseError(
                UUID.randomUUID(), Markers.EMPTY, file, null, "UTF-8", false, null, "- @project.name@", null);
        List<SourceFile> sources =
                Stream.concat(parser().build().parse(ORDERS), Stream.of(unread)).toList();
        var results = new MigrateAttempts().run(new InMemoryLargeSourceSet(sources), context, 2);
        assertThat(results.getChangeset().getAllResults())
                .singleElement()
                .extracting(each -> each.getAfter().printAll())
                .asString()
                .contains("TODO backoff: policies cannot be added to 'src/main/resources/application.yml'");
    }

    @Test
    void theCommentGoesWithItsReason() {
        rewriteRun(
                java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            // Orders are rare.
                            // TODO backoff: 'stateful' has no equivalent
                            @Retryable(maxAttempts = 4)
                            public void place() {}
                        }
                        """, """
                        package shop;

                        import io.backoff.Backoff;

                        class OrderService {

                            // Orders are rare.
                            @Backoff("order-service-place")
                            public void place() {}
                        }
                        """, main("shop/OrderService.java")),
                withPolicyOfOrders("src/main/resources/application.yml"));
    }

    @Test
    void whatCannotBeCarriedOverStaysWithTheReason() {
        rewriteRun(java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            /** Places an order. */
                            @Retryable(maxAttempts = 4, stateful = true)
                            public void place() {}

                            @Retryable(maxAttempts = 4)
                            private void hidden() {}
                        }
                        """, """
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class OrderService {

                            /** Places an order. */
                            // TODO backoff: 'stateful' has no equivalent
                            @Retryable(maxAttempts = 4, stateful = true)
                            public void place() {}

                            // TODO backoff: a method that is private cannot be intercepted, so it was never retried: remove the annotation
                            @Retryable(maxAttempts = 4)
                            private void hidden() {}
                        }
                        """, main("shop/OrderService.java")));
    }

    @Test
    void aRunEndsWithASummary() {
        rewriteRun(
                spec -> spec.dataTable(
                        MigratedMethods.Row.class,
                        rows -> assertThat(rows)
                                .containsExactly(
                                        new MigratedMethods.Row(
                                                "src/main/java/shop/OrderService.java",
                                                "shop.OrderService",
                                                "place",
                                                "order-service-place",
                                                ""),
                                        new MigratedMethods.Row(
                                                "src/main/java/shop/Stock.java",
                                                "shop.Stock",
                                                "reserve",
                                                "",
                                                "'stateful' has no equivalent"))),
                java(ORDERS, MIGRATED_ORDERS, main("shop/OrderService.java")),
                java("""
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class Stock {

                            @Retryable(stateful = true)
                            public void reserve() {}
                        }
                        """, """
                        package shop;

                        import org.springframework.retry.annotation.Retryable;

                        class Stock {

                            // TODO backoff: 'stateful' has no equivalent
                            @Retryable(stateful = true)
                            public void reserve() {}
                        }
                        """, main("shop/Stock.java")),
                yaml(
                        null,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> text)));
    }

    @Test
    void aFileToWhichNothingCanBeAddedKeepsItsAnnotations() {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 4),
                        service("shop", "OrderService", "", "place", 4)
                                .replace(
                                        "    @Retryable",
                                        "    // TODO backoff: policies cannot be added to 'src/main/resources/application.yml': write them by hand\n    @Retryable"),
                        main("shop/OrderService.java")),
                yaml(
                        "backoff: { policies: { stock: { delay: 1s } } }",
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void documentsThatAllHaveAConditionKeepTheirAnnotations() {
        rewriteRun(
                java(
                        service("shop", "OrderService", "", "place", 4),
                        null,
                        spec -> spec.path("src/main/java/shop/OrderService.java")
                                .after(text -> {
                                    assertThat(text).contains("// TODO backoff: policies cannot be added");
                                    return text;
                                })),
                properties(
                        "spring.config.activate.on-cloud-platform=kubernetes",
                        spec -> spec.path("src/main/resources/application.properties")));
    }

    @Test
    void testsOfALibraryGetItsPoliciesToo() {
        rewriteRun(
                orders("orders/src/main/java/shop/OrderService.java"),
                yaml(
                        "server.port: 0",
                        null,
                        spec -> spec.path("orders/src/test/resources/application.yml")
                                .after(MigrateRetriesTests::withPolicy)),
                withPolicyOfOrders("web/src/main/resources/application.yml"));
    }

    @Test
    void aPolicyThatAnApplicationHasIsWrittenForTheOther() {
        rewriteRun(
                orders("orders/src/main/java/shop/OrderService.java"),
                yaml("""
                        backoff:
                          policies:
                            migrated:
                              budget: none
                            order-service-place:
                              extends: migrated
                              max-attempts: 4
                        """, spec -> spec.path("web/src/main/resources/application.yml")),
                yaml(
                        "server.port: 8081",
                        null,
                        spec -> spec.path("batch/src/main/resources/application.yml")
                                .after(text -> {
                                    assertThat(text)
                                            .contains(
                                                    "order-service-place:\n      extends: migrated\n      max-attempts: 4");
                                    return text;
                                })));
    }

    @Test
    void policiesAndMetersOfAnApplicationDoNotKeepTheSettingsForAllCallsFromIt() {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                properties(
                        """
                        backoff.metrics.method-tag=false
                        backoff.policies.default.max-elapsed=1m
                        backoff.adopt.mode=observe
                        """,
                        null,
                        spec -> spec.path("src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text).contains(SHARED).doesNotContain("TODO");
                                    return text;
                                })));
    }

    @Test
    void onlyAnApplicationThatUsesBackoffAlreadyLacksTheSettingsForAllCalls() {
        rewriteRun(
                orders("orders/src/main/java/shop/OrderService.java"),
                java(
                        migrated("shop", "StockService", "", "reserve", "stock"),
                        spec -> spec.path("batch/src/main/java/shop/StockService.java")),
                properties(
                        "server.port=8081",
                        null,
                        spec -> spec.path("web/src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text).contains(SHARED).doesNotContain("TODO");
                                    return text;
                                })),
                yaml(
                        """
                        backoff:
                          policies:
                            stock:
                              delay: 1s
                        """,
                        null,
                        spec -> spec.path("batch/src/main/resources/application.yml")
                                .after(text -> {
                                    assertThat(text).contains("""
                                            backoff:
                                              policies:
                                                stock:
                                                  delay: 1s
                                                # As before the migration. Remove these lines one by one, and watch the meters backoff.calls and backoff.retries.
                                                # TODO backoff: to keep the attempts of migrated methods, set backoff.nested: independent, backoff.deadlines: independent, backoff.transactions: retry, backoff.http.client.disable-client-retries: false; this also changes the calls that used Backoff before
                                                migrated:
                                            """);
                                    return text;
                                })));
    }

    @Test
    void codeOfALibraryThatUsesBackoffCountsForEachApplication() {
        rewriteRun(
                orders("web/src/main/java/shop/OrderService.java"),
                java(
                        migrated("shop", "StockService", "", "reserve", "stock"),
                        spec -> spec.path("stock/src/main/java/shop/StockService.java")),
                properties(
                        "server.port=8081",
                        null,
                        spec -> spec.path("web/src/main/resources/application.properties")
                                .after(MigrateRetriesTests::withoutShared)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff.adopt.mode=govern",
                "backoff.kafka.listener=orders",
                "backoff.http.client.groups.stock=s"
            })
    void anApplicationThatAppliesPoliciesByItsConfigurationLacksTheSettingsForAllCalls(String applied) {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                properties(
                        applied,
                        null,
                        spec -> spec.path("src/main/resources/application.properties")
                                .after(MigrateRetriesTests::withoutShared)));
    }

    @Test
    void aSettingForAllCallsThatTheApplicationHasStays() {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                properties(
                        """
                        backoff.nested=chain-stop
                        backoff.deadlines=independent
                        """,
                        null,
                        spec -> spec.path("src/main/resources/application.properties")
                                .after(text -> {
                                    assertThat(text)
                                            .startsWith("""
                                                    backoff.nested=chain-stop
                                                    backoff.deadlines=independent

                                                    backoff.transactions=retry
                                                    backoff.http.client.disable-client-retries=false
                                                    # As before""")
                                            .contains("set backoff.nested: independent; this also");
                                    return text;
                                })));
    }

    @Test
    void aPolicyHasTheStatusesThatTheExistingBaseLacks() {
        rewriteRun(
                orders("src/main/java/shop/OrderService.java"),
                yaml(
                        """
                        backoff:
                          policies:
                            migrated:
                              budget: none
                            stock:
                              extends: migrated
                              retry-on: java.io.IOException
                        """,
                        null,
                        spec -> spec.path("src/main/resources/application.yml").after(text -> {
                            assertThat(withPolicy(text))
                                    .contains(
                                            "      # without this line, 404 and most other HTTP statuses are not retried\n"
                                                    + "      retry-on-status: 100-999");
                            return text;
                        })));
    }

    private static String withoutShared(String text) {
        assertThat(text)
                .contains("# TODO backoff: to keep the attempts of migrated methods, set backoff.nested: independent, ")
                .doesNotContain("backoff.nested=");
        return text;
    }

    /** A service whose annotation becomes a policy. */
    private static SourceSpecs orders(String path) {
        return java(
                service("shop", "OrderService", "", "place", 4),
                migrated("shop", "OrderService", "", "place", "order-service-place"),
                spec -> spec.path(path));
    }

    /** A configuration file that gets this policy. */
    private static SourceSpecs withPolicyOfOrders(String path) {
        return yaml("server.port: 8081", null, spec -> spec.path(path).after(MigrateRetriesTests::withPolicy));
    }

    private static String withPolicy(String text) {
        assertThat(text).contains("order-service-place:\n      extends: migrated\n      max-attempts: 4");
        return text;
    }

    private static Consumer<SourceSpec<J.CompilationUnit>> main(String path) {
        return spec -> spec.path("src/main/java/" + path);
    }

    private static String service(String packageName, String type, String bean, String method, int attempts) {
        return """
                package %s;

                import org.springframework.retry.annotation.Retryable;
                import org.springframework.stereotype.Service;

                @Service%s
                class %s {

                    @Retryable(maxAttempts = %d)
                    public void %s() {}
                }
                """.formatted(packageName, bean, type, attempts, method);
    }

    private static String migrated(String packageName, String type, String bean, String method, String policy) {
        return """
                package %s;

                import io.backoff.Backoff;
                import org.springframework.stereotype.Service;

                @Service%s
                class %s {

                    @Backoff("%s")
                    public void %s() {}
                }
                """.formatted(packageName, bean, type, policy, method);
    }
}
