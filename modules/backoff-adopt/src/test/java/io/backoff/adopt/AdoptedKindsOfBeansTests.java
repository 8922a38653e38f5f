package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
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

/** Beans of every kind are retried three times, however they were created. */
class AdoptedKindsOfBeansTests extends AdoptionContract {

    AdoptedKindsOfBeansTests(AdoptedLibrary library, String mode) {
        super(library, mode, Beans.class, Left.class, East.class, West.class, Right.class);
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
                "opaqueProxy",
                "scopedByClass",
                "scopedByInterface",
                "scopedTarget.scopedByClass"
            })
    void areAdopted(String name) {
        assertThreeAttempts(get(name, Shop.class));
        assertOutcomes(Map.of(Outcome.EXHAUSTED, 1L, Outcome.RECOVERED, 1L));
    }

    /** The framework and spring-retry add their advice to a frozen proxy by a proxy around it. */
    @Test
    void areRetriedBehindAFrozenProxy() {
        assertThreeAttempts(get("frozenProxy", Shop.class));
    }

    @Test
    void arePrototypesEachTime() {
        Shop first = get("prototype", Shop.class);
        Shop second = get("prototype", Shop.class);
        assertThat(first).isNotSameAs(second);
        assertThreeAttempts(second);
        assertThreeAttempts(first);
    }

    @Test
    void areAdoptedWithoutATarget() {
        assertThat(AopUtils.isJdkDynamicProxy(get("client", Shop.class))).isTrue();
    }

    /** The framework does not expose its proxies before they are complete. */
    @Test
    void areAdoptedInCircles() {
        Assumptions.assumeFalse(library == AdoptedLibrary.FRAMEWORK);
        Left left = get(Left.class);
        Right right = get(Right.class);
        assertThat(left.other()).isSameAs(right);
        assertThat(right.other()).isSameAs(left);
        assertThreeAttempts(left);
        assertThreeAttempts(left.other());
        assertThat(application.outcomes()).containsEntry(Outcome.EXHAUSTED, 2L).containsEntry(Outcome.RECOVERED, 2L);
    }

    @Test
    void areAdoptedInCirclesThatALazyReferenceCloses() {
        East east = get(East.class);
        assertThat(east.other()).isSameAs(get(West.class));
        assertThreeAttempts(east);
        assertThreeAttempts(east.other());
        assertThreeAttempts(get(West.class).other());
        assertThat(application.outcomes()).containsEntry(Outcome.EXHAUSTED, 3L).containsEntry(Outcome.RECOVERED, 3L);
    }

    private static void assertThreeAttempts(Shop shop) {
        Script script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> shop.sell(script))).hasMessage("failure 3");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(shop.sell(Script.failing(2, "sold"))).isEqualTo("sold");
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    interface Shop {

        Object sell(Script script);
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class CornerShop implements Shop {

        @Override
        public Object sell(Script script) {
            return script.run();
        }
    }

    @Retry(name = "three")
    static class Left extends CornerShop {

        @Autowired
        private Right right;

        Right other() {
            return right;
        }
    }

    /** Gets the proxy of the other before that is complete. */
    @Retry(name = "three")
    static class Right extends CornerShop {

        @Autowired
        private Left left;

        Left other() {
            return left;
        }
    }

    @Retry(name = "three")
    static class East extends CornerShop {

        @Autowired
        private West other;

        West other() {
            return other;
        }
    }

    @Retry(name = "three")
    static class West extends CornerShop {

        @Autowired
        @Lazy
        private East other;

        East other() {
            return other;
        }
    }

    record ShopFactory(boolean isSingleton) implements FactoryBean<Shop> {

        @Override
        public Shop getObject() {
            return new CornerShop();
        }

        @Override
        public Class<?> getObjectType() {
            return Shop.class;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        static CustomScopeConfigurer scopes() {
            CustomScopeConfigurer scopes = new CustomScopeConfigurer();
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
            MethodInterceptor client = invocation -> ((Script) invocation.getArguments()[0]).run();
            return ProxyFactory.getProxy(Shop.class, client);
        }

        @Bean
        Shop frozenProxy() {
            ProxyFactory factory = new ProxyFactory(new CornerShop());
            factory.setFrozen(true);
            return (Shop) factory.getProxy();
        }

        @Bean
        Shop opaqueProxy() {
            Shop target = new CornerShop();
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
    }
}
