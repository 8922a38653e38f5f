package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.aop.ProxiedServices.AnnotatedService;
import io.backoff.aop.ProxiedServices.Failing;
import io.backoff.aop.ProxiedServices.Service;
import io.backoff.engine.RetryDecision;
import io.backoff.method.InvalidBackoffException;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Rejections;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ReflectionUtils;

/** Beans that are proxies created by the application, and beans that it wraps in such proxies. */
class HandMadeProxyTests {

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

    @Configuration(proxyBeanMethods = false)
    static class PlainProxy {

        @Bean
        AnnotatedService service() {
            return (AnnotatedService) ProxiedServices.plain(new Object(), AnnotatedService.class);
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
            var factory = ProxiedServices.factory(new Failing());
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
}
