package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.Outcome;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Rejections;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.ResolvableType;

/** Beans that are not plain singletons. */
class BeanKindsTests {

    private static final ResolvableType HANDLER = ResolvableType.forClassWithGenerics(Handler.class, String.class);

    /** Proxy classes are never unloaded, so a refreshed context must not create its own. */
    @ParameterizedTest
    @EnumSource
    void proxiesAreOfTheSameClassInEachContext(Contexts proxies) {
        assertThat(proxyClass(proxies)).isSameAs(proxyClass(proxies));
    }

    @ParameterizedTest
    @EnumSource
    void guardsPrototypes(Contexts proxies) {
        assertThreeAttempts(proxies, Prototype.class);
    }

    @ParameterizedTest
    @EnumSource
    void guardsLazyBeans(Contexts proxies) {
        assertThreeAttempts(proxies, LazyBean.class);
    }

    @ParameterizedTest
    @EnumSource
    void guardsProductsOfFactories(Contexts proxies) {
        assertThreeAttempts(proxies, Factory.class);
    }

    @ParameterizedTest
    @EnumSource
    void guardsProductsKnownByTheirInterface(Contexts proxies) {
        proxies.runner(InterfaceFactory.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(3);
        });
    }

    @ParameterizedTest
    @EnumSource
    void leavesAnAnnotatedFactoryItselfAlone(Contexts proxies) {
        proxies.runner(AnnotatedFactory.class)
                .run(context -> assertThat(context).hasNotFailed().hasBean("product"));
    }

    @ParameterizedTest
    @EnumSource
    void guardsScopedBeans(Contexts proxies) {
        proxies.runner(Scoped.class)
                .withInitializer(context -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
                .run(context -> assertThreeAttempts(context.getBean("service", Service.class), context));
    }

    @Test
    void guardsAFinalClassBehindItsInterface() {
        assertThreeAttempts(Contexts.JDK, FinalClass.class);
    }

    @Test
    void startsNotWithAFinalClassThatWouldNeedASubclass() {
        Contexts.CGLIB
                .runner(FinalClass.class)
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("the class is final"));
    }

    @Test
    void guardsAGenericMethodBehindItsInterface() {
        Contexts.JDK.runner(Handles.class).run(context -> {
            var handler = context.<Handler<String>>getBeanProvider(HANDLER).getObject();
            assertThat(AopUtils.isJdkDynamicProxy(handler)).isTrue();
            catchThrowable(() -> handler.handle("x"));
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(3);
        });
    }

    @Test
    void toleratesPublicMethodsOfAnAnnotatedClassThatNobodyCallsThroughItsProxy() {
        assertThreeAttempts(Contexts.JDK, Initialized.class);
    }

    @Test
    void makesNewObjectsOfOneMethodShareWhatGuardsThem() {
        Contexts.CGLIB.runner(Prototype.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(context.getBean(MethodInspection.class).methods()).hasSize(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aFinalClassWithoutInterfacesIsRejected(Contexts proxies) {
        proxies.runner(Plain.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidBackoffException.class, refusal -> {
                            assertThat(refusal)
                                    .hasMessageContaining(
                                            "Plain.call: the class is final, so a proxy cannot extend it");
                            assertThat(refusal.remedy()).contains("Remove 'final'", "implement an interface");
                            Rejections.areExplained(refusal);
                        }));
    }

    @Test
    void anInterfaceHelpsOnlyWhereProxiesHaveThem() {
        Contexts.CGLIB
                .runner(Behind.class)
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(InvalidBackoffException.class));
        Contexts.JDK
                .runner(Behind.class)
                .run(context ->
                        assertThat(context.getBean(Answering.class).call()).isEqualTo("done"));
    }

    @Test
    void otherFinalClassesArePassedOver() {
        Contexts.CGLIB.runner(Other.class).run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @EnumSource
    void aFutureIsRecognizedBehindATypeVariable(Contexts proxies) {
        proxies.runner(Futures.class).run(context -> {
            assertThat(context.getBean(Source.class).next()).isInstanceOf(CompletableFuture.class);
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("payments"))
                    .containsOnlyKeys(Outcome.RECOVERED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCalledLaterIsRejected(Contexts proxies) {
        proxies.runner(Later.class)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("java.util.concurrent.Callable"));
    }

    private static Class<?> proxyClass(Contexts proxies) {
        var found = new AtomicReference<Class<?>>();
        proxies.runner(Prototype.class)
                .run(context -> found.set(context.getBean(Service.class).getClass()));
        return found.get();
    }

    private static void assertThreeAttempts(Contexts proxies, Class<?> configuration) {
        proxies.runner(configuration).run(context -> {
            assertThat(context).hasNotFailed();
            assertThreeAttempts(context.getBean(Service.class), context);
        });
    }

    private static void assertThreeAttempts(Service bean, ApplicationContext context) {
        assertThat(catchThrowable(bean::call)).isInstanceOf(IllegalStateException.class);
        assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(3);
        assertThat(context.getBean(MethodInspection.class).methods()).hasSize(1);
    }

    interface Service {

        void call();
    }

    static class Failing implements Service {

        @Override
        @Backoff("payments")
        public void call() {
            throw new IllegalStateException();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prototype {

        @Bean
        @Scope("prototype")
        Failing service() {
            return new Failing();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyBean {

        @Bean
        @Lazy
        Failing service() {
            return new Failing();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.INTERFACES)
        Failing service() {
            return new Failing();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Factory {

        @Bean
        FactoryBean<Failing> service() {
            return new Making<>(new Failing(), Failing.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class InterfaceFactory {

        @Bean
        FactoryBean<Service> service() {
            return new Making<>(new Failing(), Service.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AnnotatedFactory {

        @Bean
        FactoryBean<String> product() {
            return new AnnotatedMaking();
        }
    }

    @Backoff("payments")
    static class AnnotatedMaking implements FactoryBean<String> {

        @Override
        public String getObject() {
            return "product";
        }

        @Override
        public Class<?> getObjectType() {
            return String.class;
        }
    }

    private record Making<T>(T product, Class<? super T> type) implements FactoryBean<T> {

        @Override
        public T getObject() {
            return product;
        }

        @Override
        public Class<?> getObjectType() {
            return type;
        }
    }

    static final class FinalClass implements Service {

        @Override
        @Backoff("payments")
        public void call() {
            throw new IllegalStateException();
        }
    }

    interface Handler<T> {

        void handle(T message);
    }

    static class Handles implements Handler<String> {

        @Override
        @Backoff("payments")
        public void handle(String message) {
            throw new IllegalStateException(message);
        }
    }

    @Backoff("payments")
    static class Initialized implements Service {

        @Override
        public void call() {
            throw new IllegalStateException();
        }

        public void setSomething(String something) {}
    }

    static final class Plain {

        @Backoff("payments")
        public String call() {
            return "";
        }
    }

    interface Answering {
        String call();
    }

    static final class Behind implements Answering {

        @Override
        @Backoff("payments")
        public String call() {
            return "done";
        }
    }

    static final class Other {}

    interface Source<T> {

        T next();
    }

    abstract static class Base<T> implements Source<T> {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        @Backoff("payments")
        public T next() {
            return attempt(calls.incrementAndGet());
        }

        abstract T attempt(int number);
    }

    static class Futures extends Base<CompletableFuture<String>> {

        @Override
        CompletableFuture<String> attempt(int number) {
            return number < 2
                    ? CompletableFuture.failedFuture(new IllegalStateException("late"))
                    : CompletableFuture.completedFuture("done");
        }
    }

    static class Later implements Source<Callable<String>> {

        @Override
        @Backoff("payments")
        public Callable<String> next() {
            return () -> "later";
        }
    }
}
