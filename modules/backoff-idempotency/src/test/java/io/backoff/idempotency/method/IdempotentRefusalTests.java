package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.Weaving;
import io.backoff.testkit.Rejections;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

class IdempotentRefusalTests {

    @ParameterizedTest
    @ValueSource(
            classes = {OpenStream.class, Shapes.class, Framed.class, Hollow.class, Anything.class, AnyFuture.class})
    void ofResultsThatJsonCannotExpress(Class<?> bean) {
        rejects(IdempotentApplication.with(bean), "cannot be stored for duplicate calls: ");
    }

    @ParameterizedTest
    @MethodSource
    void ofMethods(Class<?> bean, String reason) {
        rejects(IdempotentApplication.with(bean), reason);
    }

    static Stream<Arguments> ofMethods() {
        return Stream.of(
                arguments(
                        UnknownVariable.class,
                        "key '#order.id' cannot be used: it reads #order, but there is only #a0, #id, #p0"),
                arguments(
                        ArgumentWithoutHash.class,
                        "key 'id' cannot be used: there is no property 'id'; did you mean #id?"),
                arguments(NoExpression.class, "key '#id +' cannot be used: not a SpEL expression"),
                arguments(NoKey.class, "it has no 'key', and the method is not in a web controller"),
                arguments(Streaming.class, "which may fail after the method has returned"),
                arguments(Waiting.class, "which may fail after the method has returned"),
                arguments(Private.class, "the method is private, so a proxy cannot intercept it"),
                arguments(Final.class, "the method is final, so a proxy cannot intercept it"),
                arguments(Static.class, "the method is static, so a proxy cannot intercept it"),
                arguments(Overloaded.class, "its operation name would be 'Overloaded.pay', the same as that of"),
                arguments(Named.class, "the operation name '${unknown}' cannot be used"));
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatToDo(Class<?> bean, String remedy) {
        IdempotentApplication.with(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                refused -> assertThat(refused.remedy()).startsWith(remedy)));
    }

    static Stream<Arguments> saysWhatToDo() {
        return Stream.of(
                arguments(Private.class, "Make it public, or"),
                arguments(Final.class, "Remove 'final', or"),
                arguments(Static.class, "Remove 'static', or"));
    }

    @Test
    void ofMethodsThatNoInterfaceDeclares() {
        rejects(
                IdempotentApplication.with(Hidden.class).withPropertyValues("spring.aop.proxy-target-class=false"),
                "is proxied by interface, but none of its interfaces declares the method");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void notOfBeansThatTheApplicationWrapsInAProxy(boolean cglib) {
        IdempotentApplication.with(Payer.class, WrappingPayers.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + cglib)
                .run(context -> {
                    var paying = context.getBean(Paying.class);
                    paying.pay("1");
                    paying.pay("1");
                    assertThat(paying.paid()).isEqualTo(1);
                });
    }

    @Test
    void ofInnerRetries() {
        rejects(
                IdempotentApplication.with(Retried.class).withBean(Weaving.class, () -> (method, bean) -> {}),
                "with backoff.advice-mode=aspectj, all attempts would share one claim of the idempotency key");
    }

    @Test
    void ofRetriesThatLoseThePrincipal() {
        rejects(
                IdempotentApplication.with(RetriedFuture.class).withBean(CurrentPrincipal.class, () -> () -> "me"),
                "later attempts run on other threads, which do not know the principal");
    }

    @Test
    void ofAClassPathWithoutJackson() {
        rejects(
                IdempotentApplication.with(Fine.class).withClassLoader(new FilteredClassLoader(JsonMapper.class)),
                "Jackson 3 is not on the class path");
    }

    @Test
    void ofAClassPathWithoutAStore() {
        rejects(
                IdempotentApplication.with(Fine.class).withClassLoader(new FilteredClassLoader(Caffeine.class)),
                "there is no store for idempotency keys");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    store=redis          | this store is not available
                    store=jdbc           | this store is not available
                    ttl=0                | it must be at least 1ms
                    lease=-1s            | it must be at least 1ms
                    lease=25h            | it must not be longer than 'ttl' (1 d)
                    ttl=106752d          | it is longer than the maximum of 292 years
                    max-result-size=-1KB | it must be at least 0
                    """)
    void ofValuesThatMakeNoSense(String property, String message) {
        IdempotentApplication.with(Fine.class)
                .withPropertyValues("backoff.idempotency." + property)
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .hasMessageContaining(
                                "'backoff.idempotency." + property.substring(0, property.indexOf('=')) + "'")
                        .hasMessageEndingWith(": " + message));
    }

    private static void rejects(ApplicationContextRunner application, String reason) {
        application.run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidBackoffException.class)
                .hasMessageStartingWith("@Idempotent on ")
                .hasMessageContaining(reason)
                .satisfies(Rejections::areExplained));
    }

    // Public, because proxies in the class loaders that hide libraries extend it.
    public static class Fine {

        @Idempotent(key = "#id")
        public void pay(String id) {}
    }

    static class UnknownVariable {

        @Idempotent(key = "#order.id")
        public void pay(String id) {}
    }

    static class ArgumentWithoutHash {

        @Idempotent(key = "id")
        public void pay(String id) {}
    }

    static class NoExpression {

        @Idempotent(key = "#id +")
        public void pay(String id) {}
    }

    static class NoKey {

        @Idempotent
        public void pay(String id) {}
    }

    static class Streaming {

        @Idempotent(key = "#id")
        public Flux<String> pay(String id) {
            return Flux.empty();
        }
    }

    static class Waiting {

        @Idempotent(key = "#id")
        public Future<String> pay(String id) {
            return CompletableFuture.completedFuture("");
        }
    }

    static class OpenStream {

        @Idempotent(key = "#id")
        public InputStream pay(String id) {
            return InputStream.nullInputStream();
        }
    }

    interface Shape {}

    static class Shapes {

        @Idempotent(key = "#id")
        public List<Shape> pay(String id) {
            return List.of();
        }
    }

    record Frame(Shape shape) {}

    static class Framed {

        @Idempotent(key = "#id")
        public Frame pay(String id) {
            return new Frame(new Shape() {});
        }
    }

    static class Empty {

        private final String hidden = "lost";

        @Override
        public String toString() {
            return hidden;
        }
    }

    static class Hollow {

        @Idempotent(key = "#id")
        public Empty pay(String id) {
            return new Empty();
        }
    }

    static class Anything {

        @Idempotent(key = "#id")
        public Object pay(String id) {
            return "";
        }
    }

    static class AnyFuture {

        @Idempotent(key = "#id")
        public CompletableFuture<?> pay(String id) {
            return CompletableFuture.completedFuture("");
        }
    }

    static class Private {

        @Idempotent(key = "#id")
        private void pay(String id) {}
    }

    static class Final {

        @Idempotent(key = "#id")
        public final void pay(String id) {}
    }

    static class Static {

        @Idempotent(key = "#id")
        public static void pay(String id) {}
    }

    interface Visible {

        void see();
    }

    static class Hidden implements Visible {

        @Override
        public void see() {}

        @Idempotent(key = "#id")
        public void pay(String id) {}
    }

    interface Paying {

        void pay(String id);

        int paid();
    }

    static class Payer implements Paying {

        private int paid;

        @Override
        @Idempotent(key = "#id")
        public void pay(String id) {
            paid++;
        }

        @Override
        public int paid() {
            return paid;
        }
    }

    static class WrappingPayers implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Paying
                    ? new ProxyFactory(Paying.class, new SingletonTargetSource(bean)).getProxy()
                    : bean;
        }
    }

    static class Overloaded {

        @Idempotent(key = "#id")
        public void pay(String id) {}

        @Idempotent(key = "#id")
        public void pay(String id, int amount) {}
    }

    static class Named {

        @Idempotent(value = "${unknown}", key = "#id")
        public void pay(String id) {}
    }

    static class Retried {

        @Backoff
        @Idempotent(key = "#id")
        public void pay(String id) {}
    }

    static class RetriedFuture {

        @Backoff
        @Idempotent(key = "#id")
        public CompletableFuture<String> pay(String id) {
            return CompletableFuture.completedFuture("");
        }
    }
}
