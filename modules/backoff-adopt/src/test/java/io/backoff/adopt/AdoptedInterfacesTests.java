package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.resilience.annotation.Retryable;

/** Where libraries see an annotation, behind proxies by interface. */
class AdoptedInterfacesTests extends AdoptionContract {

    AdoptedInterfacesTests(AdoptedLibrary library, String mode) {
        super(
                library,
                () -> new AdoptedApplication(mode, "spring.aop.proxy-target-class=false"),
                CornerShop.class,
                NewsKiosk.class,
                FruitStall.class);
    }

    @ParameterizedTest
    @CsvSource({
        "onInterface, 3, 3, 1",
        "onClass, 1, 3, 3",
        "onBoth, 2, 2, 3",
        "byDefault, 3, 3, 3",
        "sibling, 1, 1, 1",
        "generic, 3, 3, 1",
    })
    void onAMethod(String method, int framework, int springRetry, int resilience4j) {
        assertAttempts(Shop.class, method, framework, springRetry, resilience4j);
    }

    /** The pointcut of the framework sees the annotation of the class, its advice only the method of the interface. */
    @Test
    void adviceMayMatchWhatIsNotRetried() throws Exception {
        Assumptions.assumeTrue(library == AdoptedLibrary.FRAMEWORK);
        Method method = Shop.class.getMethod("onClass", Script.class);
        assertThat(((Advised) get(Shop.class)).getAdvisors())
                .extracting(each -> ((PointcutAdvisor) each)
                        .getPointcut()
                        .getMethodMatcher()
                        .matches(method, CornerShop.class))
                .containsExactly(false, true, false);
    }

    @Test
    void onAClass() {
        assertAttempts(Kiosk.class, "ofClass", 2, 2, 2);
    }

    @Test
    void onAnInterface() {
        assertAttempts(Stall.class, "ofInterface", 2, 2, 1);
    }

    @Test
    void theProxiesImplementInterfaces() {
        Object shop = get(Shop.class);
        assertThat(AopUtils.isJdkDynamicProxy(shop)).isTrue();
        assertThat(AopUtils.getTargetClass(shop)).isEqualTo(CornerShop.class);
        assertThat(shop).isEqualTo(shop).hasSameHashCodeAs(shop);
    }

    @Test
    void methodsOfObjectAreThoseOfTheBean() {
        Object kiosk = get(Kiosk.class);
        assertThat(kiosk).hasToString("kiosk").isEqualTo(kiosk).isNotEqualTo(get(Stall.class));
    }

    @Test
    void declaredExceptionsArriveAsTheyAre() {
        IOException failure = new IOException();
        assertThrows(failure, () -> get(Shop.class).declared(Script.of(failure)));
    }

    @Test
    void undeclaredExceptionsAreWrappedOnce() {
        IOException failure = new IOException();
        Script script = Script.of(failure);
        assertThat(catchThrowable(() -> get(Shop.class).undeclared(script)))
                .isExactlyInstanceOf(UndeclaredThrowableException.class)
                .cause()
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    private void assertAttempts(Class<?> type, String name, int... expected) {
        Method method = Stream.of(type.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        int attempts = expected[library.ordinal()];
        Script script = Script.failing(9, "too late");
        assertThat(catchThrowable(
                        () -> AopUtils.invokeJoinpointUsingReflection(get(type), method, new Object[] {script})))
                .hasMessage("failure " + attempts);
        assertThat(script.attempts()).isEqualTo(attempts);
        assertThat(application.outcomes()).as("adopted calls").hasSize(attempts == 1 ? 0 : 1);
    }

    interface Store<T> {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object generic(T script);
    }

    interface Shop extends Store<Script> {

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        Object onInterface(Script script);

        Object onClass(Script script);

        @Retryable(maxRetries = 1, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
        @Retry(name = "two")
        Object onBoth(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        default Object byDefault(Script script) {
            return script.run();
        }

        Object sibling(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        Object declared(Script script) throws IOException;

        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        Object undeclared(Script script);
    }

    static class CornerShop implements Shop {

        @Override
        public Object generic(Script script) {
            return script.run();
        }

        @Override
        public Object onInterface(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object onClass(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        @org.springframework.retry.annotation.Retryable
        @Retry(name = "three")
        public Object onBoth(Script script) {
            return script.run();
        }

        @Override
        public Object sibling(Script script) {
            return script.run();
        }

        @Override
        @Retry(name = "three")
        public Object declared(Script script) throws IOException {
            return script.run();
        }

        @Override
        @Retry(name = "three")
        public Object undeclared(Script script) {
            return script.run();
        }
    }

    interface Kiosk {

        Object ofClass(Script script);
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    static class NewsKiosk implements Kiosk {

        @Override
        public Object ofClass(Script script) {
            return script.run();
        }

        @Override
        public String toString() {
            return "kiosk";
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    @org.springframework.retry.annotation.Retryable(maxAttempts = 2)
    @Retry(name = "two")
    interface Stall {

        Object ofInterface(Script script);
    }

    static class FruitStall implements Stall {

        @Override
        public Object ofInterface(Script script) {
            return script.run();
        }
    }
}
