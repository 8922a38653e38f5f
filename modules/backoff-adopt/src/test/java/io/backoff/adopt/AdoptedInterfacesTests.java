package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;

/** Where libraries see an annotation, behind proxies by interface. */
class AdoptedInterfacesTests extends PlacementContract {

    AdoptedInterfacesTests(AdoptedLibrary library, String mode) {
        super(library, mode, "spring.aop.proxy-target-class=false");
    }

    @ParameterizedTest
    @CsvSource({
        "ofInterface, 3, 3, 1",
        "annotated, 1, 3, 3",
        "onBoth, 2, 2, 3",
        "byDefault, 3, 3, 3",
        "sibling, 1, 1, 1",
    })
    void onAMethod(String method, int framework, int springRetry, int resilience4j) throws Throwable {
        assertAttempts(Offer.class, method, framework, springRetry, resilience4j);
    }

    @Test
    void onAGenericMethod() throws Throwable {
        assertAttempts(Generic.class, "generic", 3, 3, 1);
    }

    /** The pointcut of the framework sees the annotation of the class, its advice only the method of the interface. */
    @Test
    void adviceMayMatchWhatIsNotRetried() throws Exception {
        Assumptions.assumeTrue(library == AdoptedLibrary.FRAMEWORK);
        Method method = Offer.class.getMethod("annotated", Script.class);
        assertThat(((Advised) get(Offer.class)).getAdvisors())
                .extracting(each -> ((PointcutAdvisor) each)
                        .getPointcut()
                        .getMethodMatcher()
                        .matches(method, Shop.class))
                .containsExactly(false, true, false);
    }

    @Test
    void onAClass() throws Throwable {
        assertAttempts(Counter.class, "ofClass", 2, 2, 2);
    }

    @Test
    void onAnInterface() throws Throwable {
        assertAttempts(Contract.class, "call", 2, 2, 1);
    }

    @Test
    void theProxiesImplementInterfaces() {
        Object shop = get(Offer.class);
        assertThat(AopUtils.isJdkDynamicProxy(shop)).isTrue();
        assertThat(AopUtils.getTargetClass(shop)).isEqualTo(Shop.class);
        assertThat(shop).isEqualTo(shop).hasSameHashCodeAs(shop);
    }

    @Test
    void methodsOfObjectAreThoseOfTheBean() {
        Object stall = get(Counter.class);
        assertThat(stall).hasToString("stall").isEqualTo(stall).isNotEqualTo(get(Contract.class));
    }

    @Test
    void declaredExceptionsArriveAsTheyAre() {
        IOException failure = new IOException();
        assertThrows(failure, () -> get(Offer.class).declared(Script.of(failure)));
    }

    @Test
    void undeclaredExceptionsAreWrappedOnce() {
        IOException failure = new IOException();
        Script script = Script.of(failure);
        assertThat(catchThrowable(() -> get(Offer.class).byDefault(script)))
                .isExactlyInstanceOf(UndeclaredThrowableException.class)
                .cause()
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }
}
