package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.adopt.springretry.PlacedMethods.Contract;
import io.backoff.adopt.springretry.PlacedMethods.First;
import io.backoff.adopt.springretry.PlacedMethods.Generic;
import io.backoff.adopt.springretry.PlacedMethods.Inheriting;
import io.backoff.adopt.springretry.PlacedMethods.InheritingFromClass;
import io.backoff.adopt.springretry.PlacedMethods.OnClass;
import io.backoff.adopt.springretry.PlacedMethods.OnMethod;
import io.backoff.adopt.springretry.PlacedMethods.Overriding;
import io.backoff.adopt.springretry.PlacedMethods.Product;
import io.backoff.adopt.springretry.PlacedMethods.Prototype;
import io.backoff.adopt.springretry.PlacedMethods.Recovering;
import io.backoff.adopt.springretry.PlacedMethods.RetriedContract;
import io.backoff.adopt.springretry.PlacedMethods.Scoped;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;

/** Where spring-retry finds the annotation, behind proxies by class. */
class SpringRetriesPlacementTests extends RetriedBeans {

    private final OnMethod onMethod = get("onMethod", OnMethod.class);
    private final OnClass onClass = get("onClass", OnClass.class);

    SpringRetriesPlacementTests(String mode) {
        super(mode, PlacedMethods.class);
    }

    @Test
    void retriesAnnotatedMethods() {
        assertAttempts(3, onMethod::call);
    }

    @Test
    void retriesPackagePrivateMethods() {
        assertAttempts(3, onMethod::packagePrivate);
    }

    @Test
    void retriesProtectedMethods() {
        assertAttempts(3, onMethod::protectedMethod);
    }

    @Test
    void retriesMetaAnnotatedMethods() {
        assertAttempts(2, onMethod::metaAnnotated);
    }

    @Test
    void leavesTheOtherMethodsOfTheClassAlone() {
        assertAttempts(1, onMethod::sibling);
    }

    @Test
    void doesNotRetryCallsWithinTheBean() {
        assertAttempts(1, onMethod::callingItself);
    }

    @Test
    void retriesCallsWithinTheBeanThroughItsProxy() {
        assertAttempts(3, onMethod::callingItsProxy);
    }

    @Test
    void retriesAllMethodsOfAnAnnotatedClass() {
        assertAttempts(4, onClass::call);
        assertAttempts(4, onClass::packagePrivate);
    }

    @Test
    void prefersTheMethodToTheClass() {
        assertAttempts(2, onClass::overriding);
    }

    @Test
    void doesNotRetryTheRecoveryOfAnAnnotatedClass() {
        assertAttempts(1, get(Recovering.class)::recover);
    }

    @Test
    void retriesInheritedMethods() {
        var bean = get(Inheriting.class);
        assertAttempts(3, bean::call);
        assertAttempts(1, bean::own);
    }

    @Test
    void retriesOverridingMethods() {
        assertAttempts(3, get(Overriding.class)::call);
    }

    @Test
    void retriesMethodsOfASubclassOfAnAnnotatedClass() {
        var bean = get(InheritingFromClass.class);
        assertAttempts(4, bean::call);
        assertAttempts(4, bean::own);
    }

    @Test
    void retriesMethodsAnnotatedInTheInterface() {
        var bean = get(Contract.class);
        assertAttempts(3, bean::onInterface);
        assertAttempts(2, bean::onClass);
        assertAttempts(1, bean::unretried);
    }

    @Test
    void retriesDefaultMethods() {
        assertAttempts(5, get(Contract.class)::byDefault);
    }

    @Test
    void retriesMethodsOfAnAnnotatedInterface() {
        assertAttempts(4, get(RetriedContract.class)::call);
    }

    @Test
    @SuppressWarnings("unchecked")
    void retriesBridgedMethods() {
        var bean = (Generic<String>) get("bridged", Generic.class);
        assertAttempts(3, script -> bean.call("text", script));
    }

    @Test
    void retriesEachPrototype() {
        var one = get(Prototype.class);
        var other = get(Prototype.class);
        assertThat(one).isNotSameAs(other);
        assertAttempts(3, one::call);
        assertAttempts(3, other::call);
    }

    @Test
    void retriesScopedBeans() {
        assertAttempts(3, get("scoped", Scoped.class)::call);
    }

    @Test
    void retriesTheProductsOfFactories() {
        assertAttempts(3, get(Product.class)::call);
    }

    @Test
    void retriesBeansThatAreExposedEarly() {
        var first = get(First.class);
        assertAttempts(3, first::call);
        assertAttempts(3, first::viaSecond);
    }

    @Test
    void proxiesByClass() {
        assertThat(AopUtils.isCglibProxy(get(Contract.class))).isTrue();
    }

    private void assertAttempts(int attempts, Call call) {
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        assertThrows(failure, () -> call.with(script));
        assertThat(script.attempts()).isEqualTo(attempts);
    }

    interface Call {

        Object with(Script script) throws Exception;
    }
}
