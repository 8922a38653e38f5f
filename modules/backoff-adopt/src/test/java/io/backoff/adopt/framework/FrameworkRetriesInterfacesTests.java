package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;
import org.springframework.resilience.annotation.Retryable;

/** Where Spring Framework sees the annotation of a class that is proxied by its interfaces. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesInterfacesTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);
    private final Stall stall = bean(Stall.class);
    private final Kiosk kiosk = bean(Kiosk.class);

    FrameworkRetriesInterfacesTests(String mode) {
        super(mode, CornerShop.class, FruitStall.class, NewsKiosk.class);
    }

    @Test
    void theProxiesImplementInterfaces() {
        assertThat(Stream.of(shop, stall, kiosk)).allMatch(AopUtils::isJdkDynamicProxy);
        assertThat(AopUtils.getTargetClass(shop)).isEqualTo(CornerShop.class);
        assertThat(shop).isEqualTo(shop).hasSameHashCodeAs(shop);
    }

    @Test
    void onTheMethodOfAnInterface() throws IOException {
        assertAttempts(3, shop::annotated);
    }

    @Test
    void onTheInheritedMethodOfAnInterface() throws IOException {
        assertAttempts(3, shop::inherited);
    }

    @Test
    void onADefaultMethod() throws IOException {
        assertAttempts(3, shop::byDefault);
    }

    @Test
    void onAGenericMethod() throws IOException {
        assertAttempts(3, shop::generic);
    }

    @Test
    void aSiblingIsNotRetried() throws IOException {
        assertAttempts(1, shop::sibling);
    }

    @Test
    void onTheMethodOfTheClassIsAdvisedButNotRetried() throws Exception {
        var advised = (Advised) shop;
        var method = Shop.class.getMethod("hidden", Script.class);
        assertThat(advised.getAdvisors())
                .filteredOn(each -> each.getAdvice().getClass().getSimpleName().equals("RetryAnnotationInterceptor"))
                .singleElement()
                .satisfies(
                        each -> assertThat(AopUtils.canApply(((PointcutAdvisor) each).getPointcut(), CornerShop.class))
                                .isTrue())
                .satisfies(each -> assertThat(((PointcutAdvisor) each)
                                .getPointcut()
                                .getMethodMatcher()
                                .matches(method, CornerShop.class))
                        .isTrue());
        assertAttempts(1, shop::hidden);
    }

    @Test
    void onAnInterface() throws IOException {
        assertAttempts(2, stall::ofInterface);
    }

    @Test
    void onAMethodFirst() throws IOException {
        assertAttempts(3, stall::ofMethod);
    }

    @Test
    void onAClass() throws IOException {
        assertAttempts(2, kiosk::ofClass);
    }

    @Test
    void declaredExceptionsArriveAsTheyAre() {
        var failure = new IOException();
        assertThat(catchThrowable(() -> shop.annotated(Script.of(failure)))).isSameAs(failure);
    }

    @Test
    void undeclaredExceptionsAreWrappedAsWithoutRetries() {
        var failure = new IOException();
        var script = Script.of(failure);
        assertThat(catchThrowable(() -> shop.quiet(script)))
                .isExactlyInstanceOf(UndeclaredThrowableException.class)
                .hasCause(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void methodsOfObjectAreNotRetried() {
        assertThat(kiosk.toString()).isEqualTo("kiosk");
        assertThat(kiosk).isEqualTo(kiosk).isNotEqualTo(stall).hasSameHashCodeAs(kiosk);
    }

    private static void assertAttempts(int expected, Method method) throws IOException {
        var script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> method.call(script))).hasMessage("failure " + expected);
        assertThat(script.attempts()).isEqualTo(expected);
        assertThat(method.call(Script.failing(expected - 1, "sold"))).isEqualTo("sold");
    }

    private interface Method {

        Object call(Script script) throws IOException;
    }

    interface Store<T> {

        @Retryable(maxRetries = 2, delay = 0)
        Object inherited(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        Object generic(T script);
    }

    interface Shop extends Store<Script> {

        @Retryable(maxRetries = 2, delay = 0)
        Object annotated(Script script) throws IOException;

        @Retryable(maxRetries = 2, delay = 0)
        Object quiet(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        default Object byDefault(Script script) {
            return script.run();
        }

        Object sibling(Script script);

        Object hidden(Script script);
    }

    @Proxyable(ProxyType.INTERFACES)
    static class CornerShop implements Shop {

        @Override
        public Object annotated(Script script) throws IOException {
            return script.run();
        }

        @Override
        public Object quiet(Script script) {
            return script.run();
        }

        @Override
        public Object inherited(Script script) {
            return script.run();
        }

        @Override
        public Object generic(Script script) {
            return script.run();
        }

        @Override
        public Object sibling(Script script) {
            return script.run();
        }

        @Override
        @Retryable(maxRetries = 2, delay = 0)
        public Object hidden(Script script) {
            return script.run();
        }
    }

    @Retryable(maxRetries = 1, delay = 0)
    interface Stall {

        Object ofInterface(Script script);

        @Retryable(maxRetries = 2, delay = 0)
        Object ofMethod(Script script);
    }

    @Proxyable(ProxyType.INTERFACES)
    static class FruitStall implements Stall {

        @Override
        public Object ofInterface(Script script) {
            return script.run();
        }

        @Override
        public Object ofMethod(Script script) {
            return script.run();
        }
    }

    interface Kiosk {

        Object ofClass(Script script);
    }

    @Proxyable(ProxyType.INTERFACES)
    @Retryable(maxRetries = 1, delay = 0)
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
}
