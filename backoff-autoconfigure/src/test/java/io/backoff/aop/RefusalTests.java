package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Rejections;
import io.github.resilience4j.retry.annotation.Retry;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.PriorityOrdered;
import org.springframework.resilience.annotation.Retryable;

/** Methods that would silently not be retried keep the application from starting. */
class RefusalTests {

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void startsNotWith(Class<?> bean, String reason) {
        Contexts.CGLIB
                .runner(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                refusal -> assertThat(refusal.remedy()).isNotBlank())
                        .hasMessageContaining("@Backoff on " + bean.getName() + ".call: ")
                        .hasMessageContaining(reason)
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Arguments> startsNotWith() {
        return Stream.of(
                arguments(Private.class, "the method is private"),
                arguments(Static.class, "the method is static"),
                arguments(Final.class, "the method is final"),
                arguments(FinalOfAnnotatedClass.class, "the method is final"),
                arguments(Competing.class, "also covered by @org.springframework.resilience.annotation.Retryable"),
                arguments(CompetingWithSpringRetry.class, "also covered by @org.springframework.retry"),
                arguments(CompetingWithResilience4j.class, "also covered by @io.github.resilience4j.retry"),
                arguments(
                        CompetingOnClass.class, "also covered by @org.springframework.resilience.annotation.Retryable"),
                arguments(
                        ReturnsFuture.class,
                        "returns java.util.concurrent.Future, which may fail after the method has returned"),
                arguments(ReturnsStream.class, "returns java.util.stream.Stream, which may fail after"),
                arguments(ReturnsSupplierOfAnnotatedClass.class, "returns java.util.function.Supplier, which may fail"),
                arguments(UnknownVariable.class, "it reads #amuont, but there is only #a0, #amount, #p0, #result"),
                arguments(UnparsableKey.class, "key '#tenant +' cannot be used: not a SpEL expression: "),
                arguments(UnknownKey.class, "it reads #tenat, but there is only #a0, #p0, #tenant"),
                arguments(ResultAsKey.class, "key '#result' cannot be used: it reads #result, but there is only #a0"),
                arguments(KeyWithoutArguments.class, "it reads #tenant, but the method has no arguments"),
                arguments(
                        ArgumentWithoutHash.class,
                        "key 'tenant.id' cannot be used: there is no property 'tenant'; did you mean #tenant?"),
                arguments(
                        ResultWithoutHash.class,
                        "retryOnResult 'result.empty' cannot be used: there is no property 'result'; "
                                + "did you mean #result?"),
                arguments(BeanAsKey.class, "it refers to the bean @tenants, but expressions cannot use beans"),
                arguments(NoFallback.class, "fallback 'missing' does not resolve to a method of"),
                arguments(FallbackOfOtherParameters.class, "like String other(String); found String other("),
                arguments(FallbackOfOtherType.class, "fallback 'other' does not resolve"),
                arguments(FallbackToItself.class, "fallback 'call' does not resolve"),
                arguments(FallbackWithoutBean.class, "names the bean 'missing', which does not exist"),
                arguments(PrivateFallbackOfBean.class, "fallback 'keeper::secret' does not resolve"));
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatToDo(Class<?> bean, String remedy) {
        Contexts.CGLIB
                .runner(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                refusal -> assertThat(refusal.remedy()).contains(remedy))
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Arguments> saysWhatToDo() {
        return Stream.of(
                arguments(Private.class, "Make it public, or"),
                arguments(Static.class, "Remove 'static', or"),
                arguments(Final.class, "Remove 'final', or"),
                arguments(UnknownKey.class, "Write a SpEL expression over the arguments by name, as in '#tenant'."),
                arguments(UnparsableKey.class, "as in '#tenant'."),
                arguments(BeanAsKey.class, "as in '#tenant'."),
                arguments(ArgumentWithoutHash.class, "as in '#tenant'."),
                arguments(ResultAsKey.class, "before the first attempt, so there is no #result"),
                arguments(KeyWithoutArguments.class, "Remove the key: the method has no argument"),
                arguments(UnknownPolicy.class, "Did you mean 'payments'?"),
                arguments(VeryUnknownPolicy.class, "Declare 'backoff.policies.quantum' in the configuration."),
                arguments(NoPolicy.class, "Remove the annotation, or name one of these policies."),
                arguments(UnresolvablePlaceholder.class, "Name a policy"));
    }

    @ParameterizedTest
    @EnumSource
    void startsNotWithABeanCreatedTooEarly(Contexts proxies) {
        proxies.runner(TooEarly.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("the bean 'early' is not proxied, so the annotation would do nothing")
                        .satisfies(Rejections::areExplained));
    }

    @ParameterizedTest
    @MethodSource
    void startsNotBehindAnInterfaceWithoutTheMethod(Class<?> bean) {
        Contexts.JDK
                .runner(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("proxied by interface, but none of its interfaces declares the method")
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Class<?>> startsNotBehindAnInterfaceWithoutTheMethod() {
        return Stream.of(BesideItsInterface.class, OverloadOfItsInterface.class, OnClassBesideItsInterface.class);
    }

    @ParameterizedTest
    @MethodSource
    void startsNotWithATypeThatCoversNothing(Class<?> bean, Class<?> annotated, String reason, String remedy) {
        Contexts.CGLIB
                .runner(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                refusal -> assertThat(refusal.remedy()).contains(remedy))
                        .hasMessageContaining("@Backoff on " + annotated.getName() + ": " + reason)
                        .satisfies(Rejections::areExplained));
    }

    static Stream<Arguments> startsNotWithATypeThatCoversNothing() {
        String reason = "it has no public instance methods, and on a class the annotation covers only these";
        String remedy = "Make the methods that callers use public, or annotate these methods themselves.";
        return Stream.of(
                arguments(OnlyPackagePrivate.class, OnlyPackagePrivate.class, reason, remedy),
                arguments(OfOnlyPackagePrivate.class, OnlyPackagePrivate.class, reason, remedy),
                arguments(
                        Marked.class,
                        Marker.class,
                        "it declares no methods, so the annotation has no effect on " + Marked.class.getName(),
                        "Annotate the class, or an interface that declares its methods."));
    }

    static class Private {

        @Backoff("payments")
        private void call() {}
    }

    static class Static {

        @Backoff("payments")
        public static void call() {}
    }

    @Backoff("payments")
    static class OnlyPackagePrivate {

        void call() {}

        protected void helper() {}

        public static void constant() {}

        @Override
        public String toString() {
            return "";
        }
    }

    static class OfOnlyPackagePrivate extends OnlyPackagePrivate {}

    @Backoff("payments")
    interface Marker {}

    interface Described {

        @Override
        String toString();
    }

    static class Marked implements Marker {

        public void call() {}
    }

    @Backoff("payments")
    static class OnClassBesideItsInterface implements Described {

        @Override
        public String toString() {
            return "";
        }

        public void call() {}
    }

    static class Final {

        @Backoff("payments")
        public final void call() {}
    }

    @Backoff("payments")
    static class FinalOfAnnotatedClass {

        public final void call() {}
    }

    static class Competing {

        @Retryable
        @Backoff("payments")
        public void call() {}
    }

    static class CompetingWithSpringRetry {

        @org.springframework.retry.annotation.Retryable
        @Backoff("payments")
        public void call() {}
    }

    static class CompetingWithResilience4j {

        @Retry(name = "payments")
        @Backoff("payments")
        public void call() {}
    }

    @Retryable
    static class CompetingOnClass {

        @Backoff("payments")
        public void call() {}
    }

    static class ReturnsFuture {

        @Backoff("payments")
        public Future<String> call() {
            return null;
        }
    }

    static class ReturnsStream {

        @Backoff("payments")
        public Stream<String> call() {
            return Stream.of();
        }
    }

    @Backoff("payments")
    static class ReturnsSupplierOfAnnotatedClass {

        public Supplier<String> call() {
            return () -> "";
        }

        public String covered() {
            return "";
        }
    }

    static class UnknownVariable {

        @Backoff(value = "payments", retryOnResult = "#amuont > 1")
        public String call(int amount) {
            return "";
        }
    }

    static class UnparsableKey {

        @Backoff(value = "payments", key = "#tenant +")
        public void call(String tenant) {}
    }

    static class UnknownKey {

        @Backoff(value = "payments", key = "#tenat.id")
        public void call(String tenant) {}
    }

    static class ResultAsKey {

        @Backoff(value = "payments", key = "#result")
        public void call(String tenant) {}
    }

    static class KeyWithoutArguments {

        @Backoff(value = "payments", key = "#tenant")
        public void call() {}
    }

    static class ArgumentWithoutHash {

        @Backoff(value = "payments", key = "tenant.id")
        public void call(String tenant) {}
    }

    static class ResultWithoutHash {

        @Backoff(value = "payments", retryOnResult = "result.empty")
        public String call() {
            return "";
        }
    }

    static class BeanAsKey {

        @Backoff(value = "payments", key = "@tenants.of(#tenant)")
        public void call(String tenant) {}
    }

    static class NoFallback {

        @Backoff(value = "payments", fallback = "missing")
        public String call() {
            return "";
        }
    }

    static class FallbackOfOtherParameters {

        @Backoff(value = "payments", fallback = "other")
        public String call(String text) {
            return text;
        }

        String other(int number) {
            return "" + number;
        }

        String other(String text, String another) {
            return text + another;
        }

        String other(String text, Exception failure, int number) {
            return text + failure + number;
        }
    }

    static class FallbackOfOtherType {

        @Backoff(value = "payments", fallback = "other")
        public String call() {
            return "";
        }

        void other() {}
    }

    static class FallbackToItself {

        @Backoff(value = "payments", fallback = "call")
        public String call() {
            return "";
        }
    }

    static class FallbackWithoutBean {

        @Backoff(value = "payments", fallback = "missing::method")
        public String call() {
            return "";
        }
    }

    @Configuration("keeper")
    static class PrivateFallbackOfBean {

        @Backoff(value = "payments", fallback = "keeper::secret")
        public String call() {
            return "";
        }

        private String secret() {
            return "";
        }
    }

    static class UnknownPolicy {

        @Backoff("paymets")
        public void call() {}
    }

    static class NoPolicy {

        @Backoff("None")
        public void call() {}
    }

    static class VeryUnknownPolicy {

        @Backoff("quantum")
        public void call() {}
    }

    static class UnresolvablePlaceholder {

        @Backoff("${missing}")
        public void call() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TooEarly {

        @Bean
        static Early early() {
            return new Early();
        }

        @Bean
        static First needsIt(Early early) {
            return new First();
        }
    }

    static class First implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    static class Early {

        @Backoff("payments")
        public void call() {}
    }

    static class BesideItsInterface implements Runnable {

        @Override
        public void run() {}

        @Backoff("payments")
        public void call() {}
    }

    static class OverloadOfItsInterface implements Runnable {

        @Override
        public void run() {}

        @Backoff("payments")
        public void run(int times) {}
    }
}
