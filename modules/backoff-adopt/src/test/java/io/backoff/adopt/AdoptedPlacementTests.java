package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Lazy;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.util.ReflectionUtils;

/**
 * Where libraries see an annotation, behind proxies by class. A class has two attempts, a method three; a method without
 * retries has one.
 */
class AdoptedPlacementTests extends AdoptionContract {

    AdoptedPlacementTests(AdoptedLibrary library, String mode) {
        super(library, mode, Shop.class, Stall.class, Branch.class, Kiosk.class);
    }

    @ParameterizedTest
    @CsvSource({
        "annotated, 3, 3, 3",
        "packagePrivate, 3, 3, 3",
        "protectedMethod, 3, 3, 3",
        "sibling, 1, 1, 1",
        "selfInvoking, 1, 1, 1",
        "callingItsProxy, 3, 3, 3",
        "retriedAndSelfInvoking, 2, 2, 2",
        "composed, 3, 3, 1",
        "inherited, 3, 3, 3",
        "overridden, 3, 3, 1",
        "annotatedTwice, 2, 2, 2",
        "ofInterface, 3, 3, 1",
        "byDefault, 3, 3, 3",
        "generic, 3, 3, 1",
        "bridged, 3, 3, 3",
    })
    void onAMethod(String method, int framework, int springRetry, int resilience4j) throws Throwable {
        assertAttempts(Shop.class, method, framework, springRetry, resilience4j);
    }

    @ParameterizedTest
    @CsvSource({"ofClass, 2, 2, 2", "ofMethod, 3, 3, 3", "ofGround, 2, 1, 1"})
    void onAClass(String method, int framework, int springRetry, int resilience4j) throws Throwable {
        assertAttempts(Stall.class, method, framework, springRetry, resilience4j);
    }

    @ParameterizedTest
    @CsvSource({"ofClass, 2, 2, 1", "ofMethod, 3, 3, 3", "own, 2, 2, 1"})
    void onASuperclass(String method, int framework, int springRetry, int resilience4j) throws Throwable {
        assertAttempts(Branch.class, method, framework, springRetry, resilience4j);
    }

    @Test
    void onAnInterface() throws Throwable {
        assertAttempts(Kiosk.class, "call", 2, 2, 1);
    }

    @Test
    void anOverloadIsNotRetried() {
        Script script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> get(Shop.class).annotated(script, 1))).hasMessage("failure 1");
    }

    @Test
    void genericMethodsMayBeCalledThroughTheirInterface() {
        Script script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> ((Generic<Script>) get(Shop.class)).bridged(script)))
                .hasMessage("failure 3");
    }

    @Test
    void theProxiesAreSubclasses() {
        Shop shop = get(Shop.class);
        assertThat(AopUtils.isCglibProxy(shop)).isTrue();
        assertThat(AopUtils.getTargetClass(shop)).isEqualTo(Shop.class);
        assertThat(shop).isEqualTo(shop).hasSameHashCodeAs(shop);
    }

    @Test
    void undeclaredExceptionsAreWrappedAsWithoutRetries() {
        IOException failure = new IOException();
        Script script = Script.of(failure);
        Throwable thrown = catchThrowable(() -> get(Shop.class).annotated(script));
        assertThat(thrown instanceof UndeclaredThrowableException ? thrown.getCause() : thrown)
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    private void assertAttempts(Class<?> type, String name, int... expected) throws Throwable {
        Method method = ReflectionUtils.findMethod(type, name, Script.class);
        Method found = method != null ? method : ReflectionUtils.findMethod(type, name, Object.class);
        ReflectionUtils.makeAccessible(found);
        int attempts = expected[library.ordinal()];
        Script failing = Script.failing(9, "too late");
        Object bean = get(type);
        assertThat(catchThrowable(() -> AopUtils.invokeJoinpointUsingReflection(bean, found, new Object[] {failing})))
                .hasMessage("failure " + attempts);
        assertThat(failing.attempts()).isEqualTo(attempts);
        assertThat(application.outcomes().values().stream().mapToLong(each -> each))
                .as("adopted calls")
                .hasSize(attempts == 1 ? 0 : 1);
        Script recovering = Script.failing(attempts - 1, "sold");
        assertThat(AopUtils.invokeJoinpointUsingReflection(bean, found, new Object[] {recovering}))
                .isEqualTo("sold");
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Resilient {}

    interface Generic<T> {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object generic(T script);

        Object bridged(T script);
    }

    interface Offer {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object ofInterface(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        default Object byDefault(Script script) {
            return script.run();
        }
    }

    static class Store {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object inherited(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object overridden(Script script) {
            return "overridden";
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object annotatedTwice(Script script) {
            return "overridden";
        }
    }

    static class Shop extends Store implements Generic<Script>, Offer {

        @Autowired
        @Lazy
        private Shop self;

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object annotated(Script script) {
            return script.run();
        }

        public Object annotated(Script script, int number) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object packagePrivate(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        protected Object protectedMethod(Script script) {
            return script.run();
        }

        public Object sibling(Script script) {
            return script.run();
        }

        public Object selfInvoking(Script script) {
            return annotated(script);
        }

        public Object callingItsProxy(Script script) {
            return self.annotated(script);
        }

        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        public Object retriedAndSelfInvoking(Script script) {
            return annotated(script);
        }

        @Resilient
        public Object composed(Script script) {
            return script.run();
        }

        @Override
        public Object overridden(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        public Object annotatedTwice(Script script) {
            return script.run();
        }

        @Override
        public Object ofInterface(Script script) {
            return script.run();
        }

        @Override
        public Object generic(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object bridged(Script script) {
            return script.run();
        }
    }

    static class Ground {

        public Object ofGround(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    static class Market extends Ground {

        public Object ofClass(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object ofMethod(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    static class Stall extends Ground {

        public Object ofClass(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object ofMethod(Script script) {
            return script.run();
        }
    }

    static class Branch extends Market {

        public Object own(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    interface Contract {

        Object call(Script script);
    }

    static class Kiosk implements Contract {

        @Override
        public Object call(Script script) {
            return script.run();
        }
    }
}
