package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopContext;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.EmptyTargetSource;
import org.springframework.aop.target.HotSwappableTargetSource;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Advice around and inside ours, for proxies that an application has built by hand. */
class ProxyCallTests {

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Recorded other = new Recorded();
    private final Payments target = new Payments();

    ProxyCallTests() {
        context.register(BackoffAutoConfiguration.class);
        context.registerBean(FakeTime.class);
        context.refresh();
    }

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void outerAdviceSeesTheCall(boolean byClass) {
        proxy(factory -> {
                    factory.setProxyTargetClass(byClass);
                    factory.addAdvice(0, other);
                })
                .failTwice();
        assertThat(other.calls).isOne();
        assertThat(target.attempts).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void innerAdviceSeesEachAttempt(boolean byClass) {
        proxy(factory -> {
                    factory.setProxyTargetClass(byClass);
                    factory.addAdvice(other);
                })
                .failTwice();
        assertThat(other.calls).isEqualTo(3);
    }

    @Test
    void adviceMayComeAndGo() {
        Service proxy = proxy(factory -> {});
        proxy.failTwice();
        ((Advised) proxy).addAdvice(other);
        proxy.failTwice();
        assertThat(other.calls).isEqualTo(3);
        ((Advised) proxy).removeAdvice(other);
        proxy.failTwice();
        assertThat(other.calls).isEqualTo(3);
        assertThat(target.attempts).isEqualTo(9);
    }

    @Test
    void proxiesOfOneClassKeepTheirOwnAdvice() {
        Service bare = proxy(factory -> {});
        Service advised = proxy(factory -> factory.addAdvice(other));
        bare.failTwice();
        advised.failTwice();
        assertThat(other.calls).isEqualTo(3);
    }

    @Test
    void aSwappedTargetIsCalled() {
        Payments next = new Payments();
        HotSwappableTargetSource source = new HotSwappableTargetSource(target);
        Service proxy = proxy(source, factory -> {});
        proxy.failTwice();
        source.swap(next);
        proxy.failTwice();
        assertThat(target.attempts).isEqualTo(3);
        assertThat(next.attempts).isEqualTo(3);
    }

    @Test
    void theExposedProxyIsThereInEachAttempt() {
        Service proxy = proxy(factory -> factory.setExposeProxy(true));
        proxy.failTwice();
        assertThat(target.proxies).hasSize(3).allMatch(each -> each == proxy);
    }

    @Test
    void opaqueAndFrozenProxiesAreGuardedToo() {
        proxy(factory -> {
                    factory.setOpaque(true);
                    factory.setFrozen(true);
                })
                .failTwice();
        assertThat(target.attempts).isEqualTo(3);
    }

    @Test
    void adviceMayRespondInPlaceOfATarget() {
        MethodInterceptor response = invocation -> "response";
        Service proxy = proxy(EmptyTargetSource.forClass(Payments.class), factory -> factory.addAdvice(response));
        assertThat(proxy.echo("x")).isEqualTo("response");
    }

    @Test
    void innerAdviceChangesTheArgumentsOfItsAttemptOnly() {
        MethodInterceptor spoil = invocation -> {
            invocation.getArguments()[0] = invocation.getArguments()[0] + "!";
            return invocation.proceed();
        };
        assertThat(proxy(factory -> factory.addAdvice(spoil)).collect("x")).containsExactly("x!", "x!", "x!");
    }

    private Service proxy(Consumer<ProxyFactory> further) {
        return proxy(new SingletonTargetSource(target), further);
    }

    private Service proxy(TargetSource source, Consumer<ProxyFactory> further) {
        ProxyFactory factory = new ProxyFactory();
        factory.addInterface(Service.class);
        factory.setTargetSource(source);
        factory.addAdvisor(context.getBean(BackoffAdvisor.class));
        further.accept(factory);
        return (Service) factory.getProxy();
    }

    interface Service {

        void failTwice();

        Object echo(Object value);

        List<String> collect(String value);
    }

    @Backoff
    static class Payments implements Service {

        final List<Object> proxies = new ArrayList<>();
        final List<String> collected = new ArrayList<>();
        int attempts;

        @Override
        public void failTwice() {
            attempts++;
            try {
                proxies.add(AopContext.currentProxy());
            } catch (IllegalStateException notExposed) {
                proxies.add(this);
            }
            if (attempts % 3 != 0) {
                throw new IllegalStateException("attempt " + attempts);
            }
        }

        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public List<String> collect(String value) {
            collected.add(value);
            if (collected.size() < 3) {
                throw new IllegalStateException();
            }
            return collected;
        }
    }

    private static final class Recorded implements MethodInterceptor {

        int calls;

        @Override
        public Object invoke(MethodInvocation invocation) throws Throwable {
            calls++;
            return invocation.proceed();
        }
    }
}
