package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Rejections;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ReactiveMethodTests {

    private final ApplicationContextRunner application =
            Applications.backoff(BackoffReactorAutoConfiguration.class).withBean(FakeTime.class);

    @Test
    void interfacesAreGuardedBehindJdkProxies() {
        application
                .withPropertyValues("spring.aop.proxy-target-class=false")
                // Without AspectJ, Boot then creates no proxies unless another feature, such as transactions, asks for
                // them.
                .withInitializer(context -> AopConfigUtils.registerAutoProxyCreatorIfNecessary(
                        (BeanDefinitionRegistry) context.getBeanFactory()))
                .withBean(StoredOrders.class)
                .run(running -> {
                    Orders orders = running.getBean(Orders.class);
                    assertThat(AopUtils.isJdkDynamicProxy(orders)).isTrue();
                    StepVerifier.create(orders.one()).expectNext(3).verifyComplete();
                    StepVerifier.create(orders.all()).expectNext(6, 0).verifyComplete();
                });
    }

    @Test
    void anExpressionCannotJudgeAStream() {
        assertRejected(JudgedStream.class, "retryOnResult cannot test a stream");
    }

    @Test
    void otherPublishersAreRejected() {
        assertRejected(AnyPublisher.class, "org.reactivestreams.Publisher");
        assertRejected(JdkPublisher.class, "Flow$Publisher");
    }

    @Test
    void withoutReactorThereIsNoSupport() {
        application
                .withClassLoader(new FilteredClassLoader(Flux.class))
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .doesNotHaveBean("backoffMonoKind")
                        .doesNotHaveBean("backoffFluxKind"));
    }

    private <T> void assertRejected(Class<T> type, String message) {
        application
                .withBean(type)
                .run(failed -> assertThat(failed.getStartupFailure())
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining(message)
                        .satisfies(Rejections::areExplained));
    }

    interface Orders {

        @Backoff
        Mono<Integer> one();

        @Backoff
        Flux<Integer> all();
    }

    static class StoredOrders implements Orders {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public Mono<Integer> one() {
            return Mono.fromSupplier(this::everyThird);
        }

        @Override
        public Flux<Integer> all() {
            return Flux.defer(() -> Flux.just(everyThird(), 0));
        }

        private int everyThird() {
            int call = calls.incrementAndGet();
            if (call % 3 != 0) {
                throw new IllegalStateException("call " + call);
            }
            return call;
        }
    }

    static class JudgedStream {

        @Backoff(retryOnResult = "#result == null")
        public Flux<String> all() {
            return Flux.empty();
        }
    }

    static class AnyPublisher {

        @Backoff
        public Publisher<String> all() {
            return Flux.empty();
        }
    }

    static class JdkPublisher {

        @Backoff
        public Flow.Publisher<String> all() {
            return subscriber -> {};
        }
    }
}
