package io.backoff.redelivery.delivery;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.method.InvalidBackoffException;
import io.backoff.redelivery.Redeliver;
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration;
import io.backoff.redelivery.call.CallStore;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Database;
import io.backoff.testkit.Rejections;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Async;

/** The application fails to start if calls of a method would silently not be stored or made. */
public class RedeliveryRefusalTests {

    @ParameterizedTest
    @MethodSource
    void rejects(Class<?> type, String reason) {
        Stored.runner()
                .withPropertyValues("backoff.policies.timed.attempt-timeout=1s")
                .withBean("bean", type)
                .run(running -> assertThat(running)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageStartingWith("@Redeliver on " + type.getName())
                        .hasMessageContaining(reason)
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Arguments> rejects() {
        return Stream.of(
                arguments(Returning.class, "it returns java.lang.String, but a call that is made later has no result"),
                arguments(Hidden.class, "the method is private, so a proxy cannot intercept it"),
                arguments(Final.class, "the method is final, so a proxy cannot intercept it"),
                arguments(OnAnotherThread.class, "it is @Async too"),
                arguments(Unknown.class, "there is no policy 'male'"),
                arguments(Timed.class, "the policy 'timed' sets 'attempt-timeout'"),
                arguments(Overloaded.class, "another method of the bean 'bean' has the same name, 'Overloaded.send'"),
                arguments(AnyObject.class, "java.lang.Object is too general to be read back from JSON"),
                arguments(Streamed.class, "java.io.InputStream"),
                arguments(Lambda.class, "java.util.function.Supplier has no properties that can be written as JSON"),
                arguments(Open.class, "Named is abstract and cannot be created from JSON"),
                arguments(Within.class, "Named is abstract and cannot be created from JSON"),
                arguments(Elements.class, "java.io.InputStream"),
                arguments(Secretive.class, "has no properties that can be written as JSON"),
                arguments(NoConstructor.class, "Factory cannot be read from JSON: Cannot construct instance"));
    }

    @Test
    void rejectsAPolicyWithoutAnEnd() {
        Stored.runner(Accepted.class)
                .withPropertyValues(policy("payment-notification", "max-attempts=0, max-elapsed=0"))
                .run(running -> assertThat(running)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining("max-attempts"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"payment-notification", "default"})
    void rejectsAnAttemptTimeoutWhileItRuns(String policy) {
        Author alice = new Author("alice", ChangeSource.ENDPOINT);
        Stored.runner(Accepted.class)
                .withPropertyValues("backoff.policies.others.max-attempts=4")
                .run(running -> {
                    PolicyStore store = running.getBean(PolicyStore.class);
                    assertThatExceptionOfType(InvalidPropertyException.class)
                            .isThrownBy(() -> store.change(
                                    SettingsGroup.POLICIES, policy, Map.of("attempt-timeout", "1s"), alice))
                            .withMessageContaining("backoff.policies.payment-notification.attempt-timeout")
                            .withMessageContaining("@Redeliver on " + Accepted.class.getName() + ".send: the policy "
                                    + "'payment-notification' sets 'attempt-timeout'")
                            .satisfies(Rejections::areExplained);
                    store.change(SettingsGroup.POLICIES, "others", Map.of("attempt-timeout", "1s"), alice);
                    store.change(SettingsGroup.POLICIES, "payment-notification", Map.of("max-attempts", "4"), alice);
                });
    }

    @Test
    void rejectsANegativeRetention() {
        Stored.runner(Accepted.class)
                .withPropertyValues("backoff.redelivery.dead-letter-retention=-1d")
                .run(running -> assertThat(running)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining("'backoff.redelivery.dead-letter-retention'")
                        .hasMessageContaining("it is negative"));
    }

    @Test
    void rejectsDatabasesOfWhichItCannotChoose() {
        Applications.backoff(BackoffRedeliveryAutoConfiguration.class)
                .withBean("one", DataSource.class, Database.H2::create)
                .withBean("two", DataSource.class, Database.H2::create)
                .withBean(
                        Scheduler.class,
                        () -> Scheduler.create(Database.H2.create()).build())
                .withUserConfiguration(Accepted.class)
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasMessageContaining("Stored calls need the DataSource of db-scheduler")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void rejectsABeanThatIsNoSingleton() {
        Stored.runner()
                .withBean("bean", Accepted.class, Accepted::new, bean -> bean.setScope(BeanDefinition.SCOPE_PROTOTYPE))
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasMessageContaining("is not a singleton")
                        .satisfies(Rejections::areExplained));
    }

    @ParameterizedTest
    @ValueSource(classes = {ScopedByClass.class, ScopedByInterface.class})
    void rejectsAScopedBean(Class<?> scoped) {
        Stored.runner(scoped)
                .withInitializer(context -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
                .run(running -> assertThat(running)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("the bean 'scopedTarget.sender' is not a singleton")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void storesCallsOfASingletonBehindAScopedProxy() {
        Stored.run(Stored.runner(ScopedSingleton.class), Sender.class, (stored, sender) -> {
            sender.send("1");
            assertThat(sender.sent()).isZero();
            stored.makeDue();
            assertThat(sender.sent()).isOne();
        });
    }

    @Test
    void neitherStoresNorMakesCallsOfAnObjectThatIsNoBean() {
        Stored.runner().run(running -> {
            Sender sender = running.getAutowireCapableBeanFactory().createBean(Sender.class);
            assertIsNotKnown(sender, running.getBean(DataSource.class));
        });
    }

    @Test
    void neitherStoresNorMakesCallsOfABeanThatIsRegisteredLater() {
        Stored.runner().run(running -> {
            ((GenericApplicationContext) running.getSourceApplicationContext()).registerBean(Sender.class);
            assertIsNotKnown(running.getBean(Sender.class), running.getBean(DataSource.class));
        });
    }

    @Test
    void neitherStoresNorMakesCallsOfOneOfTwoBeansThatTheApplicationWrapsInProxies() {
        Stored.runner(WrappingSenders.class)
                .withBean("one", Sender.class)
                .withBean("two", Sender.class)
                .run(running ->
                        assertIsNotKnown(running.getBean("one", Sending.class), running.getBean(DataSource.class)));
    }

    private static void assertIsNotKnown(Sending sending, DataSource database) {
        assertThatIllegalStateException()
                .isThrownBy(() -> sending.send("1"))
                .withMessageContaining("@Redeliver on " + Sender.class.getName() + ".send")
                .satisfies(Rejections::areExplained);
        assertThat(sending.sent()).isZero();
        assertThat(JdbcClient.create(database)
                        .sql("select count(*) from scheduled_tasks where task_name = ?")
                        .param(CallStore.TASK)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void rejectsABeanThatIsNotProxied() {
        Stored.runner(TooEarly.class)
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasMessageContaining("is not proxied")
                        .satisfies(Rejections::areExplained));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void toleratesABeanThatTheApplicationWrapsInAProxy(boolean cglib) {
        Stored.runner(Sender.class, WrappingSenders.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + cglib)
                .run(running -> {
                    var sending = running.getBean(Sending.class);
                    sending.send("1");
                    assertThat(sending.sent()).isZero();
                });
    }

    @Test
    void toleratesAFinalMethodBehindAnInterface() {
        Stored.runner(FinalSender.class)
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .run(running -> {
                    var sending = running.getBean(Sending.class);
                    sending.send("1");
                    assertThat(sending.sent()).isZero();
                });
    }

    @Test
    void failsWithoutAScheduler() {
        Applications.backoff(BackoffRedeliveryAutoConfiguration.class)
                .withUserConfiguration(Accepted.class)
                .run(running -> assertThat(running)
                        .getFailure()
                        .hasMessageContaining("there is no bean of type " + Scheduler.class.getName()));
    }

    @Test
    void failsWithoutItsLibraries() {
        for (String library : List.of("com.github.kagkarlsson", "tools.jackson", "org.springframework.transaction")) {
            Applications.with(BackoffAutoConfiguration.class, BackoffRedeliveryAutoConfiguration.class)
                    .withClassLoader(new FilteredClassLoader(library))
                    .withUserConfiguration(Accepted.class)
                    .run(running -> assertThat(running)
                            .getFailure()
                            .isInstanceOf(InvalidBackoffException.class)
                            .hasMessageContaining("calls cannot be stored without db-scheduler"));
        }
    }

    @Test
    void acceptsWhatJsonCanHold() {
        Stored.runner(Accepted.class).run(running -> assertThat(running).hasNotFailed());
    }

    @Test
    void acceptsTwoBeansOfAClass() {
        Stored.runner()
                .withBean("one", Accepted.class)
                .withBean("two", Accepted.class)
                .run(running -> assertThat(running).hasNotFailed());
    }

    @Test
    void leavesApplicationsWithoutTheAnnotationAlone() {
        Applications.with(BackoffAutoConfiguration.class, BackoffRedeliveryAutoConfiguration.class)
                .run(running -> assertThat(running).hasNotFailed());
    }

    public static class Accepted {

        @Redeliver
        void send(int count, Optional<String> note, List<Map<String, Object>> parts, byte[] content, Node tree) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TooEarly {

        @Bean
        static Accepted accepted() {
            return new Accepted();
        }

        @Bean
        static First first(Accepted early) {
            return new First();
        }
    }

    static class First implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }
    }

    record Node(String name, List<Node> children) {}

    interface Sending {

        void send(String letter);

        int sent();
    }

    static class Sender implements Sending {

        private int sent;

        @Override
        @Redeliver
        public void send(String letter) {
            sent++;
        }

        @Override
        public int sent() {
            return sent;
        }
    }

    static class FinalSender extends Sender {

        @Override
        @Redeliver
        public final void send(String letter) {
            super.send(letter);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ScopedByClass {

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Sender sender() {
            return new Sender();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ScopedByInterface {

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.INTERFACES)
        Sender sender() {
            return new Sender();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ScopedSingleton {

        @Bean
        @Scope(proxyMode = ScopedProxyMode.TARGET_CLASS)
        Sender sender() {
            return new Sender();
        }
    }

    static class WrappingSenders implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Sending
                    ? new ProxyFactory(Sending.class, new SingletonTargetSource(bean)).getProxy()
                    : bean;
        }
    }

    static class Returning {

        @Redeliver
        String send() {
            return "";
        }
    }

    static class Hidden {

        @Redeliver
        private void send() {}
    }

    static class Final {

        @Redeliver
        final void send() {}
    }

    static class OnAnotherThread {

        @Async
        @Redeliver
        void send() {}
    }

    static class Unknown {

        @Redeliver("male")
        void send() {}
    }

    static class Timed {

        @Redeliver("timed")
        void send() {}
    }

    static class Overloaded {

        @Redeliver
        void send(String text) {}

        @Redeliver
        void send(int number) {}
    }

    static class AnyObject {

        @Redeliver
        void send(Object content) {}
    }

    static class Streamed {

        @Redeliver
        void send(InputStream content) {}
    }

    interface Named {

        String getName();
    }

    static class Open {

        @Redeliver
        void send(Named content) {}
    }

    static class Lambda {

        @Redeliver
        void send(Supplier<String> content) {}
    }

    record Mail(String to, Named subject) {}

    static class Within {

        @Redeliver
        void send(Mail mail) {}
    }

    static class Elements {

        @Redeliver
        void send(Map<String, List<InputStream>> contents) {}
    }

    static class Secret {

        private final String text = "secret";

        @Override
        public String toString() {
            return text.length() + " letters";
        }
    }

    static class Secretive {

        @Redeliver
        void send(Secret secret) {}
    }

    static final class Factory {

        private final String name;

        private Factory(String name, int ignored) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    static class NoConstructor {

        @Redeliver
        void send(Factory factory) {}
    }
}
