package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.MethodRetrySpec;
import org.springframework.resilience.retry.SimpleRetryInterceptor;

/** Beans of every kind are retried three times, however they were created. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesBeansTests extends FrameworkRetriesFixture {

    FrameworkRetriesBeansTests(String mode) {
        super(mode, Beans.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "singleton",
                "knownByInterface",
                "lazy",
                "prototype",
                "product",
                "prototypeProduct",
                "client",
                "frozenProxy",
                "opaqueProxy",
                "scopedByClass",
                "scopedByInterface",
                "scopedTarget.scopedByClass"
            })
    void areRetried(String name) {
        assertFourAttempts(bean(name, Shop.class));
    }

    @Test
    void arePrototypesEachTime() {
        var first = bean("prototype", Shop.class);
        var second = bean("prototype", Shop.class);
        assertThat(first).isNotSameAs(second);
        assertFourAttempts(second);
        assertFourAttempts(first);
    }

    @Test
    void areRetriedWithoutATarget() {
        assertThat(AopUtils.isJdkDynamicProxy(bean("client", Shop.class))).isTrue();
    }

    @Test
    void areRetriedWithoutAnAnnotation() {
        var shop = bean(PlainShop.class);
        assertFourAttempts(shop::sell);
    }

    @Test
    void areRetriedInCircles() {
        var left = bean(Left.class);
        var right = bean(Right.class);
        assertThat(left.other()).isSameAs(right);
        assertFourAttempts(left);
        assertFourAttempts(left.other());
        assertFourAttempts(right.other());
    }

    private static void assertFourAttempts(Shop shop) {
        var script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("failure 4");
        assertThat(script.attempts()).isEqualTo(4);
        assertThat(shop.sell(Script.failing(3, "sold"))).isEqualTo("sold");
    }

    interface Shop {

        @Retryable(delay = 0)
        Object sell(Script script);
    }

    interface PlainShop {

        Object sell(Script script);
    }

    static class CornerShop implements Shop {

        @Override
        public Object sell(Script script) {
            return script.run();
        }
    }

    /** Without an annotation anywhere. */
    static class Market implements PlainShop {

        @Override
        public Object sell(Script script) {
            return script.run();
        }
    }

    static class Left extends CornerShop {

        @Autowired
        private Right right;

        Right other() {
            return right;
        }
    }

    static class Right extends CornerShop {

        @Autowired
        @Lazy
        private Left left;

        Left other() {
            return left;
        }
    }

    static class ShopFactory implements FactoryBean<Shop> {

        private final boolean singleton;

        ShopFactory(boolean singleton) {
            this.singleton = singleton;
        }

        @Override
        public Shop getObject() {
            return new CornerShop();
        }

        @Override
        public Class<?> getObjectType() {
            return Shop.class;
        }

        @Override
        public boolean isSingleton() {
            return singleton;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        private static final MethodInterceptor CLIENT =
                invocation -> ((Script) invocation.getArguments()[0]).run();

        @Bean
        static CustomScopeConfigurer scopes() {
            var scopes = new CustomScopeConfigurer();
            scopes.addScope("thread", new SimpleThreadScope());
            return scopes;
        }

        @Bean
        CornerShop singleton() {
            return new CornerShop();
        }

        @Bean
        Shop knownByInterface() {
            return new CornerShop();
        }

        @Bean
        @Lazy
        Shop lazy() {
            return new CornerShop();
        }

        @Bean
        @Scope("prototype")
        Shop prototype() {
            return new CornerShop();
        }

        @Bean
        ShopFactory product() {
            return new ShopFactory(true);
        }

        @Bean
        ShopFactory prototypeProduct() {
            return new ShopFactory(false);
        }

        @Bean
        Shop client() {
            return ProxyFactory.getProxy(Shop.class, CLIENT);
        }

        @Bean
        Shop frozenProxy() {
            var factory = new ProxyFactory(new CornerShop());
            factory.setFrozen(true);
            return (Shop) factory.getProxy();
        }

        @Bean
        Shop opaqueProxy() {
            var target = new CornerShop();
            return (Shop) Proxy.newProxyInstance(
                    Shop.class.getClassLoader(),
                    new Class<?>[] {Shop.class},
                    (proxy, method, arguments) -> AopUtils.invokeJoinpointUsingReflection(target, method, arguments));
        }

        @Bean
        @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        CornerShop scopedByClass() {
            return new CornerShop();
        }

        @Bean
        @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
        Shop scopedByInterface() {
            return new CornerShop();
        }

        /** Retried by the library's interceptor, without an annotation. */
        @Bean
        PlainShop simpleInterceptor() {
            var spec = new MethodRetrySpec((method, failure) -> true, 3, Duration.ZERO);
            var factory = new ProxyFactory(new Market());
            factory.addAdvice(new SimpleRetryInterceptor(spec));
            return (PlainShop) factory.getProxy();
        }

        @Bean
        Left left() {
            return new Left();
        }

        @Bean
        Right right() {
            return new Right();
        }
    }
}
