package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.support.AopUtils;

/** Where libraries see an annotation, behind proxies by class. */
class AdoptedPlacementTests extends PlacementContract {

    AdoptedPlacementTests(AdoptedLibrary library, String mode) {
        super(library, mode);
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
}
