package io.backoff.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

import org.junit.jupiter.api.Test;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

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

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MigrateSpringRetry())
                .parser(JavaParser.fromJavaVersion().classpath("spring-retry", "spring-context"));
    }

    @Test
    void aFileIsCreated() {
        rewriteRun(
                java(ORDERS, MIGRATED_ORDERS, spec -> spec.path("src/main/java/shop/OrderService.java")),
                yaml(null, """
                        backoff:
                          nested: independent
                          deadlines: independent
                          policies:
                            # As before the migration. Remove these lines one by one: see docs/migration/README.md
                            migrated:
                              max-elapsed: 0
                              # without this line, retries stay below a tenth of the calls
                              budget: none
                              honor-retry-after: false
                              throttled-delay: 0
                              # without this line, failures that no retry can cure are not retried
                              abort-on: []
                              retry-on-status: 400-599
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
                            # As before the migration. Remove these lines one by one: see docs/migration/README.md
                            migrated:
                              max-elapsed: 0
                              # without this line, retries stay below a tenth of the calls
                              budget: none
                              honor-retry-after: false
                              throttled-delay: 0
                              # without this line, failures that no retry can cure are not retried
                              abort-on: []
                              retry-on-status: 400-599
                            order-service-place:
                              extends: migrated
                              max-attempts: 4
                          nested: independent
                          deadlines: independent
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
                        # As before the migration. Remove these lines one by one: see docs/migration/README.md
                        backoff.policies.migrated.max-elapsed=0
                        # without this line, retries stay below a tenth of the calls
                        backoff.policies.migrated.budget=none
                        backoff.policies.migrated.honor-retry-after=false
                        backoff.policies.migrated.throttled-delay=0
                        # without this line, failures that no retry can cure are not retried
                        backoff.policies.migrated.abort-on=
                        backoff.policies.migrated.retry-on-status=400-599
                        backoff.policies.order-service-place.extends=migrated
                        backoff.policies.order-service-place.max-attempts=4
                        #---
                        spring.config.activate.on-profile=test
                        server.port=0
                        """, spec -> spec.path("src/main/resources/application.properties")));
    }
}
