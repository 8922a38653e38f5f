package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import io.backoff.redelivery.Redeliver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class RedeliverTests {

    private static final Order ORDER =
            new Order("o-1", new BigDecimal("9.90"), List.of("pen", "ink"), Instant.parse("2026-03-01T12:00:00Z"));

    private final ApplicationContextRunner application = Stored.runner(Partner.class);

    @Test
    void returnsImmediatelyAndMakesTheCallLater() {
        run((stored, partner) -> {
            partner.notify("o-1");
            assertThat(partner.attempts()).isEmpty();
            assertThat(stored.waiting()).isOne();
            stored.makeDue();
            assertThat(partner.attempts()).containsExactly("o-1 at 1");
            assertThat(stored.waiting()).isZero();
            assertThat(stored.outcomes("payment-notification")).containsExactly(Map.entry(Outcome.SUCCESS, 1L));
        });
    }

    @Test
    void proxiesAreOfTheSameClassInEachContext() {
        assertThat(proxyClass()).isSameAs(proxyClass());
    }

    private Class<?> proxyClass() {
        var found = new AtomicReference<Class<?>>();
        run((stored, partner) -> found.set(partner.getClass()));
        return found.get();
    }

    @Test
    void isStoredWithTheTransactionOfTheCaller() {
        run((stored, partner) -> {
            stored.inTransaction(() -> {
                partner.notify("o-1");
                partner.notify("o-2");
            });
            assertThat(stored.waiting()).isEqualTo(2);
        });
    }

    @Test
    void isNotStoredWhenTheTransactionOfTheCallerIsRolledBack() {
        run((stored, partner) -> {
            assertThatThrownBy(() -> stored.inTransaction(() -> {
                        partner.notify("o-1");
                        throw new IllegalStateException("roll back");
                    }))
                    .hasMessage("roll back");
            assertThat(stored.waiting()).isZero();
        });
    }

    @Test
    void fifteenRedeliveriesWithinADay() {
        run((stored, partner) -> {
            partner.fail(99);
            partner.notify("o-1");
            List<Duration> delays = new ArrayList<>();
            while (stored.waiting() > 0) {
                delays.add(stored.makeNext());
            }
            assertThat(delays.subList(1, 16))
                    .isEqualTo(Stream.of(
                                    15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800,
                                    21_600, 21_600)
                            .map(Duration::ofSeconds)
                            .toList());
            assertThat(partner.attempts()).hasSize(16).endsWith("o-1 at 16");
            assertThat(stored.outcomes("payment-notification")).containsExactly(Map.entry(Outcome.EXHAUSTED, 1L));
        });
    }

    @Test
    void providesTheAttemptAndCountsARecoveredCall() {
        run((stored, partner) -> {
            partner.fail(2);
            partner.notify("o-1");
            stored.makeNext();
            stored.makeNext();
            assertThat(stored.data()).contains("\"attempts\":2", "\"failure\":\"java.io.UncheckedIOException: down\"");
            stored.makeNext();
            assertThat(partner.attempts()).containsExactly("o-1 at 1", "o-1 at 2", "o-1 at 3");
            assertThat(stored.waiting() + stored.dead()).isZero();
            assertThat(stored.outcomes("payment-notification")).containsExactly(Map.entry(Outcome.RECOVERED, 1L));
        });
    }

    @Test
    void keepsArguments() {
        run((stored, partner) -> {
            partner.confirm(ORDER, null, 7, Map.of("a", List.of(1L)), Mood.GOOD);
            assertThat(stored.data()).contains("\"arguments\":[{\"id\":\"o-1\",", ",null,7,{\"a\":[1]},\"GOOD\"]");
            stored.makeDue();
            assertThat(partner.confirmed()).containsExactly(ORDER, null, 7, Map.of("a", List.of(1L)), Mood.GOOD);
        });
    }

    @Test
    void appliesOtherAdviceWhenItMakesTheCallAndNotBefore() {
        run((stored, partner) -> {
            partner.book("o-1");
            assertThat(partner.attempts()).isEmpty();
            stored.makeDue();
            assertThat(partner.attempts()).containsExactly("booked in a transaction");
        });
    }

    @Test
    void whatTheMethodCallsInTurnIsStoredToo() {
        run((stored, partner) -> {
            partner.countDown(2);
            for (int run = 3; run > 0; run--) {
                assertThat(stored.waiting()).isOne();
                stored.makeDue();
            }
            assertThat(stored.waiting()).isZero();
            assertThat(partner.attempts()).containsExactly("2", "1", "0");
        });
    }

    @Test
    void waitsFirst() {
        Stored.run(
                application.withPropertyValues(
                        policy("payment-notification", "preset=payment-notification, wait-first=true")),
                Partner.class,
                (stored, partner) -> {
                    partner.notify("o-1");
                    stored.makeDue();
                    assertThat(partner.attempts()).isEmpty();
                    assertThat(stored.makeNext()).isEqualTo(Duration.ofSeconds(15));
                    assertThat(partner.attempts()).hasSize(1);
                });
    }

    @Test
    void storesNothingThatItCannotWrite() {
        run((stored, partner) -> {
            assertThatThrownBy(() -> partner.breakDown(new Broken("o-1")))
                    .rootCause()
                    .hasMessage("broken");
            assertThat(stored.waiting()).isZero();
        });
    }

    /** As HTTP interface clients are made. */
    @ParameterizedTest
    @ValueSource(classes = {Clients.class, ClientFactory.class})
    void storesCallsOfAClientThatHasOnlyAnInterface(Class<?> clients) {
        Stored.run(Stored.runner(clients).withBean(Requests.class), Client.class, (stored, client) -> {
            Requests requests = stored.bean(Requests.class);
            client.send("o-1");
            assertThat(requests.sent).isEmpty();
            stored.makeDue();
            assertThat(requests.sent).containsExactly("o-1");
        });
    }

    /** At startup, only the interface is known. */
    @Test
    void storesCallsOfALazyBeanThatIsDeclaredByItsInterface() {
        Stored.run(Stored.runner(LazyClients.class).withBean(Requests.class), Client.class, (stored, client) -> {
            client.send("o-1");
            Requests requests = stored.bean(Requests.class);
            assertThat(requests.sent).isEmpty();
            stored.makeDue();
            assertThat(requests.sent).containsExactly("o-1");
        });
    }

    @Test
    void storesNoCallsOfAnObjectForAnotherBeanOfItsInterface() {
        Stored.runner(LazyClients.class).withBean(Requests.class).run(running -> {
            Client other = running.getAutowireCapableBeanFactory().createBean(OtherClient.class);
            assertThatIllegalStateException().isThrownBy(() -> other.send("o-1"));
        });
    }

    private void run(Stored.BeanCheck<Partner> check) {
        Stored.run(application, Partner.class, check);
    }

    enum Mood {
        GOOD,
        BAD
    }

    record Order(String id, BigDecimal amount, List<String> items, Instant placed) {}

    record Broken(String id) {

        @Override
        public String id() {
            throw new IllegalStateException("broken");
        }
    }

    interface Client {

        @Redeliver
        void send(String order);
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyClients {

        @Bean
        @Lazy
        Client client(Requests requests) {
            return new LazyClient(requests);
        }
    }

    static class LazyClient implements Client {

        private final Requests requests;

        LazyClient(Requests requests) {
            this.requests = requests;
        }

        @Override
        public void send(String order) {
            requests.sent.add(order);
        }
    }

    static class OtherClient implements Client {

        @Override
        public void send(String order) {
            throw new AssertionError();
        }
    }

    static class Requests {

        final List<Object> sent = new ArrayList<>();

        Client client() {
            return ProxyFactory.getProxy(Client.class, (MethodInterceptor) call -> sent.add(call.getArguments()[0]));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean
        Client client(Requests requests) {
            return requests.client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientFactory {

        @Bean
        FactoryBean<Client> client(Requests requests) {
            return new FactoryBean<>() {

                @Override
                public Client getObject() {
                    return requests.client();
                }

                @Override
                public Class<?> getObjectType() {
                    return Client.class;
                }
            };
        }
    }

    static class Partner {

        private final List<String> attempts = new ArrayList<>();
        private final List<@Nullable Object> confirmed = new ArrayList<>();
        private final ObjectProvider<Partner> self;
        private int failures;

        Partner(ObjectProvider<Partner> self) {
            this.self = self;
        }

        List<String> attempts() {
            return attempts;
        }

        List<@Nullable Object> confirmed() {
            return confirmed;
        }

        void fail(int times) {
            failures = times;
        }

        @Redeliver
        void notify(String order) {
            attempts.add(order + " at "
                    + CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
            if (attempts.size() <= failures) {
                throw new UncheckedIOException("down", new IOException("down"));
            }
        }

        @Redeliver
        void confirm(Order order, @Nullable String note, int count, Map<String, List<Long>> parts, Mood mood) {
            confirmed.addAll(Arrays.asList(order, note, count, parts, mood));
        }

        @Redeliver
        void breakDown(Broken broken) {}

        @Redeliver
        @Transactional
        public void book(String order) {
            attempts.add(
                    TransactionSynchronizationManager.isActualTransactionActive()
                            ? "booked in a transaction"
                            : "no transaction");
        }

        @Redeliver
        void countDown(int left) {
            attempts.add("" + left);
            if (left > 0) {
                self.getObject().countDown(left - 1);
            }
        }
    }
}
