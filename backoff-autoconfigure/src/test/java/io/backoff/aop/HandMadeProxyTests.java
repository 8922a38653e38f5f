package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.aop.MethodInspection.InspectedMethod;
import io.backoff.engine.RetryDecision;
import io.backoff.method.InvalidBackoffException;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Rejections;
import java.lang.reflect.Proxy;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.util.ReflectionUtils;

/** Beans that are proxies created by the application, and beans that it wraps in such proxies. */
@Logged(MethodInspection.class)
class HandMadeProxyTests {

    @ParameterizedTest
    @EnumSource
    void isGuardedBehindASpringProxy(Contexts proxies) {
        proxies.runner(HiddenBySpringProxy.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(decided(context)).containsExactly("Failing.call", "Failing.call", "Failing.call");
            assertThat(inspected(context)).containsExactly("Failing.call");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {FromFactoryBean.class, Prototypes.class})
    void isGuardedHoweverTheProxyIsMade(Class<?> beans) {
        Contexts.JDK.runner(beans).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(decided(context)).hasSize(3);
        });
    }

    @Test
    void isGuardedOutsideOfTheAdviceOfTheProxy() {
        Contexts.JDK.runner(WithAdvice.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(context.getBean(WithAdvice.class).calls).isEqualTo(3);
        });
    }

    @Test
    void isGuardedNextToItsInterfaceAndOnce() {
        Contexts.JDK.runner(HalfAnnotated.class).run(context -> {
            var half = context.getBean(Half.class);
            catchThrowable(half::first);
            assertThat(decided(context)).containsExactly("Half.first", "Half.first", "Half.first");
            context.getBean(RecordingListener.class).clear();
            assertThat(catchThrowable(half::second)).isInstanceOf(IllegalStateException.class);
            assertThat(decided(context)).containsExactly("Halves.second", "Halves.second", "Halves.second");
            assertThat(inspected(context)).containsExactlyInAnyOrder("Half.first", "Halves.second");
        });
    }

    @ParameterizedTest
    @ValueSource(
            classes = {PlainFromFactoryBean.class, PlainPrototype.class, PlainOfSeveral.class, PlainAsObject.class})
    void aPlainProxyIsGuardedByAnyOfItsInterfaces(Class<?> beans) {
        for (var proxies : Contexts.values()) {
            proxies.runner(beans).run(context -> {
                catchThrowable(() -> ((AnnotatedService) context.getBean("service")).call());
                assertThat(decided(context)).hasSize(3);
            });
        }
    }

    @Test
    void isMissedBehindAPlainProxyThatCameFirstWhichIsSaid(CapturedOutput output) {
        Contexts.JDK.runner(Failing.class, WrappedBefore.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(decided(context)).isEmpty();
            assertThat(output)
                    .containsOnlyOnce("@Backoff on " + Failing.class.getName() + " has no effect on the bean '"
                            + context.getBeanNamesForType(Service.class)[0]
                            + "': a BeanPostProcessor replaced it with ")
                    .contains(" before the container could proxy it. Replace it in postProcessAfterInitialization of a "
                            + "post-processor without an order");
        });
    }

    @Test
    void isGuardedWithinAPlainProxyThatCameLater(CapturedOutput output) {
        Contexts.JDK.runner(Failing.class, WrappedAfter.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(decided(context)).hasSize(3);
            assertThat(output).doesNotContain("has no effect on the bean");
        });
    }

    @ParameterizedTest
    @EnumSource
    void guardsThemByTheirInterface(Contexts proxies) {
        for (var kind : List.of(PlainProxy.class, AdvisedProxy.class)) {
            proxies.runner(kind).run(context -> {
                catchThrowable(() -> context.getBean(AnnotatedService.class).call());
                assertThat(context.getBean(RecordingListener.class).decisions())
                        .extracting(RetryDecision::method)
                        .containsExactly("AnnotatedService.call", "AnnotatedService.call", "AnnotatedService.call");
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void startsNotWithAnAnnotatedObjectBehindOneThatCannotChange(Contexts proxies) {
        proxies.runner(HiddenByFrozenProxy.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("the bean 'service' is a proxy that the application has created")
                        .satisfies(Rejections::areExplained));
    }

    @ParameterizedTest
    @EnumSource
    void toleratesOneAroundOurs(Contexts proxies) {
        proxies.runner(Failing.class, WrappingAll.class).run(context -> {
            catchThrowable(() -> context.getBean(Service.class).call());
            assertThat(context.getBean(RecordingListener.class).decisions()).hasSize(3);
        });
    }

    /** A Spring proxy that exposes only the interface. */
    static ProxyFactory springProxy(Object target) {
        var factory = new ProxyFactory(target);
        factory.setInterfaces(Service.class);
        return factory;
    }

    /** A JDK proxy whose methods fail. */
    static Object plain(Object target, Class<?>... interfaces) {
        return Proxy.newProxyInstance(
                HandMadeProxyTests.class.getClassLoader(), interfaces, (proxy, method, arguments) -> {
                    if (ReflectionUtils.isObjectMethod(method)) {
                        return method.invoke(target, arguments);
                    }
                    throw new IllegalStateException();
                });
    }

    private static List<String> decided(ApplicationContext context) {
        return context.getBean(RecordingListener.class).decisions().stream()
                .map(RetryDecision::method)
                .toList();
    }

    private static List<String> inspected(ApplicationContext context) {
        return context.getBean(MethodInspection.class).methods().stream()
                .map(InspectedMethod::guarded)
                .map(guarded -> guarded.guard().calls().method())
                .toList();
    }

    private static Service proxied(Object target) {
        return (Service) springProxy(target).getProxy();
    }

    private static <T> FactoryBean<T> factory(Class<T> type, T object) {
        return new FactoryBean<>() {
            @Override
            public T getObject() {
                return object;
            }

            @Override
            public Class<?> getObjectType() {
                return type;
            }
        };
    }

    interface Half {

        @Backoff("near")
        void first();

        void second();
    }

    static class Halves {

        public void first() {
            throw new IllegalStateException();
        }

        @Backoff("far")
        public void second() {
            throw new IllegalStateException();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HiddenBySpringProxy {

        @Bean
        Service service() {
            return proxied(new Failing());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FromFactoryBean {

        @Bean
        FactoryBean<Service> service() {
            return factory(Service.class, proxied(new Failing()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prototypes {

        @Bean
        @Scope("prototype")
        Service service() {
            return proxied(new Failing());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithAdvice {

        private int calls;

        @Bean
        Service service() {
            var service = proxied(new Failing());
            ((Advised) service).addAdvice((MethodInterceptor) call -> {
                calls++;
                return call.proceed();
            });
            return service;
        }
    }

    /** A proxy like a repository: its object does not implement the interface, but has its methods. */
    @Configuration(proxyBeanMethods = false)
    static class HalfAnnotated {

        @Bean
        Half half() {
            var factory = new ProxyFactory(new Halves());
            factory.setInterfaces(Half.class);
            factory.addAdvice((MethodInterceptor)
                    call -> call.getMethod().getDeclaringClass() == Half.class ? fail() : call.proceed());
            return (Half) factory.getProxy();
        }

        private static Object fail() {
            throw new IllegalStateException();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainFromFactoryBean {

        @Bean
        FactoryBean<AnnotatedService> service() {
            return factory(AnnotatedService.class, (AnnotatedService) plain(new Object(), AnnotatedService.class));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainPrototype {

        @Bean
        @Scope("prototype")
        Service service() {
            return (Service) plain(new Object(), AnnotatedService.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainOfSeveral {

        @Bean
        Service service() {
            return (Service) plain(new Object(), Runnable.class, Service.class, AnnotatedService.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainAsObject {

        @Bean
        Object service() {
            return plain(new Object(), AnnotatedService.class);
        }
    }

    static class WrappedBefore implements BeanPostProcessor {

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            return bean instanceof Service ? plain(bean, Service.class) : bean;
        }
    }

    static class WrappedAfter implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Service service
                    ? Proxy.newProxyInstance(
                            getClass().getClassLoader(), new Class<?>[] {Service.class}, (proxy, method, arguments) -> {
                                if (!ReflectionUtils.isObjectMethod(method)) {
                                    service.call();
                                }
                                return method.getReturnType() == int.class ? 1 : null;
                            })
                    : bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainProxy {

        @Bean
        AnnotatedService service() {
            return (AnnotatedService) plain(new Object(), AnnotatedService.class);
        }
    }

    /** A proxy whose object does not implement the interface. */
    @Configuration(proxyBeanMethods = false)
    static class AdvisedProxy {

        @Bean
        AnnotatedService service() {
            var factory = new ProxyFactory(new Object());
            factory.addInterface(AnnotatedService.class);
            factory.addAdvice((MethodInterceptor) call -> {
                if (ReflectionUtils.isObjectMethod(call.getMethod())) {
                    return call.proceed();
                }
                throw new IllegalStateException();
            });
            return (AnnotatedService) factory.getProxy();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HiddenByFrozenProxy {

        @Bean
        Service service() {
            var factory = springProxy(new Failing());
            factory.setFrozen(true);
            return (Service) factory.getProxy();
        }
    }

    static class WrappingAll implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Service
                    ? new ProxyFactory(Service.class, new SingletonTargetSource(bean)).getProxy()
                    : bean;
        }
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

    @Backoff("payments")
    interface AnnotatedService extends Service {}
}
