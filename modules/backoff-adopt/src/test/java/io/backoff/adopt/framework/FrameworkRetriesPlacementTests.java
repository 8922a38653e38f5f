package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AliasFor;
import org.springframework.resilience.annotation.Retryable;

/** Where Spring Framework sees the annotation of a class that is proxied as a subclass. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesPlacementTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);
    private final Stall stall = bean(Stall.class);

    FrameworkRetriesPlacementTests(String mode) {
        super(mode, Shop.class, Stall.class);
    }

    @Test
    void theProxiesAreSubclasses() {
        assertThat(AopUtils.isCglibProxy(shop)).isTrue();
        assertThat(AopUtils.isCglibProxy(stall)).isTrue();
        assertThat(AopUtils.getTargetClass(shop)).isEqualTo(Shop.class);
        assertThat(shop).isInstanceOf(Advised.class).isEqualTo(shop).hasSameHashCodeAs(shop);
    }

    @Test
    void onAMethod() {
        assertAttempts(3, shop::annotated);
    }

    @Test
    void onPackagePrivateAndProtectedMethods() {
        assertAttempts(3, shop::packagePrivate);
        assertAttempts(3, shop::protectedMethod);
    }

    @Test
    void aSiblingIsNotRetried() {
        assertAttempts(1, shop::sibling);
    }

    @Test
    void anOverloadIsNotRetried() {
        var script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> shop.annotated(script, 1))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void selfInvocationIsNotRetried() {
        assertAttempts(1, shop::selfInvoking);
    }

    @Test
    void selfInvocationIsPartOfTheOuterAttempt() {
        assertAttempts(2, shop::retriedAndSelfInvoking);
    }

    @Test
    void onAMetaAnnotation() {
        assertAttempts(4, shop::composed);
    }

    @Test
    void onAnInheritedMethod() {
        assertAttempts(3, shop::inherited);
    }

    @Test
    void onAnOverriddenMethod() {
        assertAttempts(3, shop::overridden);
    }

    @Test
    void onAnOverridingMethodFirst() {
        assertAttempts(5, shop::annotatedTwice);
    }

    @Test
    void onTheMethodOfAnInterface() {
        assertAttempts(3, shop::ofInterface);
    }

    @Test
    void onADefaultMethod() {
        assertAttempts(3, shop::byDefault);
    }

    @Test
    void onAGenericMethod() {
        assertAttempts(3, shop::generic);
        assertAttempts(3, ((Generic<Script>) shop)::generic);
    }

    @Test
    void onABridgedMethod() {
        assertAttempts(3, shop::bridged);
        assertAttempts(3, script -> ((Generic<Script>) shop).bridged(script));
    }

    @Test
    void onAClass() {
        assertAttempts(2, stall::ofClass);
        assertAttempts(2, script -> stall.ofSuperclass(script));
    }

    @Test
    void onAMethodFirst() {
        assertAttempts(3, stall::ofMethod);
    }

    @Test
    void undeclaredExceptionsAreWrappedAsWithoutRetries() {
        var failure = new IOException();
        var script = Script.of(failure);
        assertThat(catchThrowable(() -> shop.annotated(script)))
                .isExactlyInstanceOf(UndeclaredThrowableException.class)
                .hasCause(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    private static void assertAttempts(int expected, Method method) {
        var script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> method.call(script))).hasMessage("failure " + expected);
        assertThat(script.attempts()).isEqualTo(expected);
        assertThat(method.call(Script.failing(expected - 1, "sold"))).isEqualTo("sold");
    }

    private interface Method {

        Object call(Script script);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Retryable(delay = 0)
    @interface Resilient {

        @AliasFor(annotation = Retryable.class, attribute = "maxRetries")
        long times();
    }

    interface Generic<T> {

        @Retryable(maxRetries = 2, delay = 0)
        Object generic(T script);

        Object bridged(T script);
    }

    interface Offer {

        @Retryable(maxRetries = 2, delay = 0)
        Object ofInterface(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        default Object byDefault(Script script) {
            return script.run();
        }
    }

    static class Store {

        @Retryable(maxRetries = 2, delay = 0)
        public Object inherited(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object overridden(Script script) {
            return "overridden";
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object annotatedTwice(Script script) {
            return "overridden";
        }
    }

    static class Shop extends Store implements Generic<Script>, Offer {

        @Retryable(maxRetries = 2, delay = 0)
        public Object annotated(Script script) {
            return script.run();
        }

        public Object annotated(Script script, int number) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        Object packagePrivate(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        protected Object protectedMethod(Script script) {
            return script.run();
        }

        public Object sibling(Script script) {
            return script.run();
        }

        public Object selfInvoking(Script script) {
            return annotated(script);
        }

        @Retryable(maxRetries = 1, delay = 0)
        public Object retriedAndSelfInvoking(Script script) {
            return annotated(script);
        }

        @Resilient(times = 3)
        public Object composed(Script script) {
            return script.run();
        }

        @Override
        public Object overridden(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 4, delay = 0)
        public Object annotatedTwice(Script script) {
            return script.run();
        }

        @Override
        public Object generic(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        public Object bridged(Script script) {
            return script.run();
        }

        @Override
        public Object ofInterface(Script script) {
            return script.run();
        }
    }

    static class Ground {

        public Object ofSuperclass(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    static class Stall extends Ground {

        public Object ofClass(Script script) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object ofMethod(Script script) {
            return script.run();
        }
    }
}
