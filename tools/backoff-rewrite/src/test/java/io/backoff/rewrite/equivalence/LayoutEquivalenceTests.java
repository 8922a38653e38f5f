package io.backoff.rewrite.equivalence;

import static io.backoff.rewrite.equivalence.Library.RESILIENCE4J;
import static io.backoff.rewrite.equivalence.Library.SPRING_RETRY;

import io.backoff.rewrite.MigrateResilience4jRetry;
import io.backoff.rewrite.MigrateSpringRetry;
import java.io.FileNotFoundException;
import org.junit.jupiter.api.Test;

/** Applications of several classes, as they are in use: they do the same after the recipe. */
class LayoutEquivalenceTests {

    private static final String LISTENER = "an application with a listener";

    @Test
    void aListenerWithOverloadedRecoveriesAndPlaceholders() {
        Case application = Case.of(LISTENER)
                .file("shop/Orders.java", """
                        package shop;

                        import org.springframework.context.ApplicationEventPublisher;
                        import org.springframework.stereotype.Service;

                        @Service
                        public class Orders {

                            private final ApplicationEventPublisher events;

                            public Orders(ApplicationEventPublisher events) {
                                this.events = events;
                            }

                            public String place(String item) {
                                var placed = new OrderPlaced(item);
                                events.publishEvent(placed);
                                return placed.result;
                            }
                        }
                        """)
                .file("shop/OrderPlaced.java", """
                        package shop;

                        public class OrderPlaced {

                            final String item;
                            String result;

                            OrderPlaced(String item) {
                                this.item = item;
                            }
                        }
                        """)
                .file("shop/OrderListener.java", """
                        package shop;

                        import io.backoff.rewrite.equivalence.*;
                        import java.io.IOException;
                        import org.springframework.context.event.EventListener;
                        import org.springframework.retry.annotation.Backoff;
                        import org.springframework.retry.annotation.Recover;
                        import org.springframework.retry.annotation.Retryable;
                        import org.springframework.stereotype.Component;

                        @Component
                        public class OrderListener {

                            private final Callee callee;

                            public OrderListener(Callee callee) {
                                this.callee = callee;
                            }

                            @EventListener
                            @Retryable(
                                    retryFor = {IOException.class, WarehouseDownException.class},
                                    noRetryFor = SoldOutException.class,
                                    maxAttemptsExpression = "${shop.listener.attempts}",
                                    backoff = @Backoff(delayExpression = "${shop.listener.delay:150}", multiplier = 3))
                            public void on(OrderPlaced order) throws IOException {
                                order.result = callee.call(order.item);
                            }

                            @Recover
                            public void recover(WarehouseDownException failure, OrderPlaced order) {
                                order.result = "later, as the warehouse is down: " + failure;
                            }

                            @Recover
                            public void recover(IOException failure, OrderPlaced order) {
                                order.result = "later, as there is no network: " + failure;
                            }

                            @Recover
                            public void recover(Throwable failure, OrderPlaced order) {
                                order.result = "by hand: " + failure;
                            }
                        }
                        """)
                .yaml("""
                        # The listener of the orders.
                        shop:
                          listener:
                            attempts: 4 # the broker waits for us
                        """)
                // Without causes: they count in 'abort-on' after the migration, as the comment there says.
                .when(
                        Scenario.SUCCEEDS,
                        Scenario.times(2, WarehouseDownException::new),
                        Scenario.always(WarehouseDownException::new),
                        Scenario.always(() -> new FileNotFoundException("no file")),
                        Scenario.always(SoldOutException::new),
                        Scenario.always(NullPointerException::new),
                        Scenario.always(() -> new AssertionError("broken")));
        Comparison.assertSame(SPRING_RETRY, application, new RecipeRun(new MigrateSpringRetry()));
    }

    @Test
    void aMethodThatJoinsItsCallersTransaction() {
        Case application = Case.of("an application with transactions")
                .file("shop/Orders.java", """
                        package shop;

                        import org.springframework.stereotype.Service;
                        import org.springframework.transaction.annotation.Transactional;

                        @Service
                        public class Orders {

                            private final Warehouse warehouse;

                            public Orders(Warehouse warehouse) {
                                this.warehouse = warehouse;
                            }

                            @Transactional
                            public String place(String item) {
                                return warehouse.reserve(item);
                            }
                        }
                        """)
                .file("shop/Warehouse.java", """
                        package shop;

                        import io.backoff.rewrite.equivalence.Callee;
                        import org.springframework.retry.annotation.Backoff;
                        import org.springframework.retry.annotation.Retryable;
                        import org.springframework.stereotype.Service;
                        import org.springframework.transaction.annotation.Transactional;

                        @Service
                        public class Warehouse {

                            private final Callee callee;

                            public Warehouse(Callee callee) {
                                this.callee = callee;
                            }

                            @Transactional
                            @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 100))
                            public String reserve(String item) {
                                return callee.call(item);
                            }
                        }
                        """)
                .file("shop/Transactions.java", """
                        package shop;

                        import org.springframework.stereotype.Component;
                        import org.springframework.transaction.TransactionDefinition;
                        import org.springframework.transaction.annotation.EnableTransactionManagement;
                        import org.springframework.transaction.support.AbstractPlatformTransactionManager;
                        import org.springframework.transaction.support.DefaultTransactionStatus;

                        @Component
                        @EnableTransactionManagement
                        public class Transactions extends AbstractPlatformTransactionManager {

                            private boolean active;

                            protected Object doGetTransaction() {
                                return this;
                            }

                            protected boolean isExistingTransaction(Object transaction) {
                                return active;
                            }

                            protected void doBegin(Object transaction, TransactionDefinition definition) {
                                active = true;
                            }

                            protected void doCommit(DefaultTransactionStatus status) {}

                            protected void doRollback(DefaultTransactionStatus status) {}

                            protected void doSetRollbackOnly(DefaultTransactionStatus status) {}

                            protected void doCleanupAfterCompletion(Object transaction) {
                                active = false;
                            }
                        }
                        """)
                .when(Scenario.SUCCEEDS, Scenario.FAILS, Scenario.times(2, WarehouseDownException::new));
        Comparison.assertSame(SPRING_RETRY, application, new RecipeRun(new MigrateSpringRetry()));
    }

    @Test
    void anInstanceWithACircuitBreakerATimeLimitAndABulkhead() {
        Case application = Case.of("an application with all of Resilience4j")
                .file("shop/Orders.java", """
                        package shop;

                        import org.springframework.stereotype.Service;

                        @Service
                        public class Orders {

                            private final Warehouse warehouse;

                            public Orders(Warehouse warehouse) {
                                this.warehouse = warehouse;
                            }

                            public java.util.concurrent.CompletableFuture<String> place(String item) {
                                return warehouse.reserve(item);
                            }
                        }
                        """)
                .file("shop/Warehouse.java", """
                        package shop;

                        import io.backoff.rewrite.equivalence.*;
                        import io.github.resilience4j.bulkhead.annotation.Bulkhead;
                        import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
                        import io.github.resilience4j.retry.annotation.Retry;
                        import io.github.resilience4j.timelimiter.annotation.TimeLimiter;
                        import java.util.concurrent.CompletableFuture;
                        import org.springframework.stereotype.Component;

                        @Component
                        public class Warehouse {

                            private final Callee callee;

                            public Warehouse(Callee callee) {
                                this.callee = callee;
                            }

                            @CircuitBreaker(name = "warehouse")
                            @Bulkhead(name = "warehouse")
                            @TimeLimiter(name = "warehouse")
                            @Retry(name = "warehouse", fallbackMethod = "later")
                            public CompletableFuture<String> reserve(String item) {
                                try {
                                    return CompletableFuture.completedFuture(callee.call(item));
                                } catch (Throwable failure) {
                                    return CompletableFuture.failedFuture(failure);
                                }
                            }

                            private CompletableFuture<String> later(String item, WarehouseDownException failure) {
                                return CompletableFuture.completedFuture("later");
                            }
                        }
                        """)
                .yaml("""
                        # What is known of the warehouse.
                        resilience4j:
                          circuitbreaker:
                            instances:
                              warehouse:
                                sliding-window-size: 20
                                minimum-number-of-calls: 20
                                wait-duration-in-open-state: 1h
                          retry:
                            configs:
                              default:
                                max-attempts: 4
                            instances:
                              warehouse:
                                wait-duration: 120ms # they promise 100
                                enable-exponential-backoff: true
                          timelimiter:
                            instances:
                              warehouse:
                                timeout-duration: 2s
                          bulkhead:
                            instances:
                              warehouse:
                                max-concurrent-calls: 8
                        """);
        Comparison.assertSame(RESILIENCE4J, application, new RecipeRun(new MigrateResilience4jRetry()));
    }

    @Test
    void anInterfaceOfAnHttpService() {
        Case application = Case.of("an application with an HTTP interface")
                .file("shop/Orders.java", """
                        package shop;

                        import org.springframework.stereotype.Service;

                        @Service
                        public class Orders {

                            private final WarehouseClient warehouse;

                            public Orders(WarehouseClient warehouse) {
                                this.warehouse = warehouse;
                            }

                            public String place(String item) {
                                return warehouse.reserve(item);
                            }
                        }
                        """)
                .file("shop/WarehouseClient.java", """
                        package shop;

                        import io.github.resilience4j.retry.annotation.Retry;
                        import org.springframework.web.bind.annotation.PathVariable;
                        import org.springframework.web.service.annotation.HttpExchange;
                        import org.springframework.web.service.annotation.PostExchange;

                        @HttpExchange("/stock")
                        public interface WarehouseClient {

                            @Retry(name = "warehouse")
                            @PostExchange("/{item}/reservations")
                            String reserve(@PathVariable("item") String item);
                        }
                        """)
                .file("shop/Clients.java", """
                        package shop;

                        import io.backoff.rewrite.equivalence.Callee;
                        import org.springframework.context.annotation.Bean;
                        import org.springframework.context.annotation.Configuration;
                        import org.springframework.core.ParameterizedTypeReference;
                        import org.springframework.http.HttpHeaders;
                        import org.springframework.http.ResponseEntity;
                        import org.springframework.web.service.invoker.*;

                        @Configuration
                        public class Clients {

                            @Bean
                            WarehouseClient warehouse(Callee callee) {
                                return HttpServiceProxyFactory.builderFor(new Adapter(callee)).build()
                                        .createClient(WarehouseClient.class);
                            }

                            private record Adapter(Callee callee) implements HttpExchangeAdapter {
                                public boolean supportsRequestAttributes() {
                                    return false;
                                }

                                public void exchange(HttpRequestValues values) {}

                                public HttpHeaders exchangeForHeaders(HttpRequestValues values) {
                                    return new HttpHeaders();
                                }

                                @SuppressWarnings("unchecked")
                                public <T> T exchangeForBody(
                                        HttpRequestValues values, ParameterizedTypeReference<T> type) {
                                    return (T) callee.call(values.getUriVariables().get("item"));
                                }

                                public ResponseEntity<Void> exchangeForBodilessEntity(HttpRequestValues values) {
                                    return ResponseEntity.ok().build();
                                }

                                public <T> ResponseEntity<T> exchangeForEntity(
                                        HttpRequestValues values, ParameterizedTypeReference<T> type) {
                                    return ResponseEntity.ok(exchangeForBody(values, type));
                                }
                            }
                        }
                        """)
                .properties("""
                        # The warehouse answers slowly.
                        resilience4j.retry.instances.warehouse.max-attempts=5
                        resilience4j.retry.instances.warehouse.wait-duration=50ms
                        """);
        Comparison.assertSame(RESILIENCE4J, application, new RecipeRun(new MigrateResilience4jRetry()));
    }
}
