package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.TimeSource;
import io.backoff.policy.Causes;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.AopInvocationException;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopContext;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ReflectiveMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.DynamicMethodMatcherPointcut;
import org.springframework.aop.target.EmptyTargetSource;
import org.springframework.aop.target.HotSwappableTargetSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Whoever calls the target, nobody can tell, but for the frames in between. */
class DirectCallTests {

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Service target = new Service();

    DirectCallTests() {
        context.register(BackoffAutoConfiguration.class);
        context.registerBean(TimeSource.class, this::time);
        context.refresh();
    }

    TimeSource time() {
        return new FakeTime();
    }

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isDirectWhereNoOtherAdviceFollows(boolean byClass) {
        assertThat(proxy(target, factory -> factory.setProxyTargetClass(byClass))
                        .isReflective())
                .isFalse();
        assertThat(target.attempts).isEqualTo(3);
    }

    @Test
    void judgesResults() {
        Service proxy = proxy(target);
        assertThat(proxy.countToThree()).isEqualTo(3);
    }

    @Test
    void isDirectBehindOtherAdvice() {
        var outer = new Recorded();
        assertThat(proxy(target, factory -> factory.addAdvice(0, outer)).isReflective())
                .isFalse();
        assertThat(outer.calls).hasSize(1);
    }

    @Test
    void adviceFurtherInSeesEachAttempt() {
        var inner = new Recorded();
        proxy(target, factory -> factory.addAdvice(inner)).isReflective();
        assertThat(inner.calls).hasSize(3);
    }

    @Test
    void adviceFurtherInThatLooksAtArgumentsSeesEachAttempt() {
        var inner = new Recorded();
        var proxy = proxy(target, factory -> factory.addAdvisor(new DefaultPointcutAdvisor(new NonNull(), inner)));
        proxy.echo("x");
        assertThat(inner.calls).hasSize(1);
    }

    @Test
    void adviceThatIsAddedLaterIsNotPassedBy() {
        var proxy = proxy(target);
        proxy.isReflective();
        var inner = new Recorded();
        ((Advised) proxy).addAdvice(inner);
        proxy.isReflective();
        assertThat(inner.calls).hasSize(3);
    }

    @Test
    void adviceThatIsRemovedLaterIsNotMissed() {
        var inner = new Recorded();
        var proxy = proxy(target, factory -> factory.addAdvice(inner));
        proxy.isReflective();
        ((Advised) proxy).removeAdvice(inner);
        assertThat(proxy.isReflective()).isFalse();
        assertThat(inner.calls).hasSize(3);
    }

    @Test
    void twoBeansOfOneClassKeepTheirOwnAdvice() {
        var inner = new Recorded();
        var bare = proxy(new Service());
        var advised = proxy(target, factory -> factory.addAdvice(inner));
        for (int i = 0; i < 2; i++) {
            assertThat(bare.isReflective()).isFalse();
            assertThat(advised.isReflective()).isTrue();
        }
        assertThat(inner.calls).hasSize(6);
    }

    @Test
    void aSwappedTargetIsCalled() {
        var other = new Service();
        var source = new HotSwappableTargetSource(target);
        var proxy = proxy(target, factory -> factory.setTargetSource(source));
        proxy.isReflective();
        source.swap(other);
        proxy.isReflective();
        assertThat(target.attempts).isEqualTo(3);
        assertThat(other.attempts).isEqualTo(3);
    }

    @Test
    void theExposedProxyIsThereInEachAttempt() {
        var proxy = proxy(target, factory -> factory.setExposeProxy(true));
        proxy.isReflective();
        assertThat(target.proxies).hasSize(3).allMatch(each -> each == proxy);
    }

    @Test
    void proxiesThatCannotBeLookedIntoAreGuardedToo() {
        var proxy = proxy(target, factory -> {
            factory.setOpaque(true);
            factory.setFrozen(true);
        });
        assertThat(proxy.isReflective()).isFalse();
        assertThat(target.attempts).isEqualTo(3);
    }

    @Test
    void adviceThatAnswersForNoTargetIsAsked() {
        MethodInterceptor answer = invocation -> "answered";
        Echo proxy = (Echo) proxy(EmptyTargetSource.forClass(Service.class), factory -> {
            factory.setInterfaces(Echo.class);
            factory.addAdvice(answer);
        });
        assertThat(proxy.echo("x")).isEqualTo("answered");
    }

    @Test
    void anInvocationThatDoesMoreAtItsEndDoesIt() throws Throwable {
        var invocation = new Answering(target, Service.class.getMethod("echo", Object.class));
        assertThat(((MethodInterceptor) advisor().getAdvice()).invoke(invocation))
                .isEqualTo("answered");
    }

    @Test
    void argumentsThatDoNotFitAreRefusedAsByReflection() {
        MethodInterceptor spoil = invocation -> {
            ((ProxyMethodInvocation) invocation).setArguments("no number", "one too many");
            return invocation.proceed();
        };
        var proxy = proxy(target, factory -> factory.addAdvice(0, spoil));
        assertThatThrownBy(() -> proxy.sum(1, 2)).isInstanceOf(AopInvocationException.class);
    }

    @Test
    void nullForANumberIsRefusedAsByReflection() {
        MethodInterceptor spoil = invocation -> {
            invocation.getArguments()[0] = null;
            return invocation.proceed();
        };
        var proxy = proxy(target, factory -> factory.addAdvice(0, spoil));
        assertThatThrownBy(() -> proxy.sum(1, 2)).isInstanceOf(AopInvocationException.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {IOException.class, IllegalArgumentException.class, AssertionError.class, Exception.class})
    void failuresAreThoseOfTheTarget(Class<? extends Throwable> type) throws Exception {
        target.failure = type.getConstructor().newInstance();
        var direct = proxy(target);
        var reflective = proxy(target, factory -> factory.addAdvice(new Recorded()));
        var thrown = catchThrowable(direct::fail);
        assertThat(Causes.unwrap(thrown)).isSameAs(target.failure);
        assertThat(thrown).hasSameClassAs(catchThrowable(reflective::fail));
    }

    @Test
    void everyKindOfMethodIsCalled() {
        var proxy = proxy(target);
        assertThat(proxy.sum(1, 2L)).isEqualTo(3L);
        assertThat(proxy.join("a", "b", "c")).isEqualTo("a[b, c]");
        assertThat(proxy.echo(null)).isNull();
        proxy.nothing();
        assertThat(((Generic<String>) proxy).first("text")).isEqualTo("text");
        assertThat(proxy.hidden()).isEqualTo("hidden");
    }

    @Test
    void theAttemptIsCurrent() {
        assertThat(proxy(target).attempt()).isEqualTo("default 1");
    }

    @Test
    void asynchronousMethodsAreNotConcerned() {
        assertThat(proxy(target).later()).isCompletedWithValue("later");
    }

    private Advisor advisor() {
        return context.getBean(BackoffAdvisor.class);
    }

    private Service proxy(Service service) {
        return proxy(service, factory -> {});
    }

    private Service proxy(Service service, Consumer<ProxyFactory> further) {
        var factory = new ProxyFactory(service);
        factory.setProxyTargetClass(true);
        factory.addAdvisor(advisor());
        further.accept(factory);
        Object proxy = factory.getProxy();
        return proxy instanceof Service byClass ? byClass : new ByInterface((Echo) proxy);
    }

    private Object proxy(TargetSource source, Consumer<ProxyFactory> further) {
        var factory = new ProxyFactory();
        factory.setTargetSource(source);
        factory.addAdvisor(advisor());
        further.accept(factory);
        return factory.getProxy();
    }

    interface Generic<T> {

        T first(T value);
    }

    interface Echo {

        Object echo(Object value);

        boolean isReflective();
    }

    static class Service implements Echo, Generic<String> {

        final List<Object> proxies = new ArrayList<>();
        int attempts;
        Throwable failure;

        @Backoff(retryOnResult = "#result < 3")
        int countToThree() {
            return ++attempts;
        }

        /** At the third attempt: whether Spring's reflection has called this. */
        @Override
        @Backoff
        public boolean isReflective() {
            attempts++;
            try {
                proxies.add(AopContext.currentProxy());
            } catch (IllegalStateException notExposed) {
                proxies.add(this);
            }
            if (attempts % 3 != 0) {
                throw new IllegalStateException("attempt " + attempts);
            }
            return StackWalker.getInstance()
                    .walk(frames -> frames.takeWhile(
                                    each -> !each.getClassName().equals(BackoffInterceptor.class.getName()))
                            .anyMatch(each -> each.getClassName().equals(AopUtils.class.getName())));
        }

        @Override
        @Backoff
        public Object echo(Object value) {
            return value;
        }

        @Backoff
        public long sum(int one, long other) {
            return one + other;
        }

        @Backoff
        public String join(String first, String... others) {
            return first + List.of(others);
        }

        @Backoff
        public void nothing() {}

        @Override
        @Backoff
        public String first(String value) {
            return value;
        }

        @Backoff
        String hidden() {
            return "hidden";
        }

        @Backoff
        public String attempt() {
            var current = CurrentAttempt.get().orElseThrow();
            return current.policy() + " " + current.number();
        }

        @Backoff
        public CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("later");
        }

        @Backoff
        public void fail() throws IOException {
            DirectCallTests.<RuntimeException>sneak(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    private static final class ByInterface extends Service {

        private final Echo proxy;

        ByInterface(Echo proxy) {
            this.proxy = proxy;
        }

        @Override
        public boolean isReflective() {
            return proxy.isReflective();
        }
    }

    private static final class Recorded implements MethodInterceptor {

        final List<Method> calls = new ArrayList<>();

        @Override
        public Object invoke(MethodInvocation invocation) throws Throwable {
            calls.add(invocation.getMethod());
            return invocation.proceed();
        }
    }

    private static final class NonNull extends DynamicMethodMatcherPointcut {

        @Override
        public boolean matches(Method method, Class<?> targetClass, Object... arguments) {
            return arguments.length > 0 && arguments[0] != null;
        }
    }

    private static final class Answering extends ReflectiveMethodInvocation {

        Answering(Service target, Method method) {
            super(target, target, method, new Object[] {"x"}, Service.class, List.of());
        }

        @Override
        protected Object invokeJoinpoint() {
            return "answered";
        }
    }
}
