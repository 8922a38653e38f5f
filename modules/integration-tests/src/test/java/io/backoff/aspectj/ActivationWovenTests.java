package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.aop.BackoffAdvisor;
import io.backoff.aop.MethodInspection;
import java.util.concurrent.Callable;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** When woven code is guarded, and by which context. */
class ActivationWovenTests {

    private final ApplicationContextRunner application = WovenContexts.runner().withBean(Failing.class);

    @Test
    void isInertBeforeAndAfterTheContext() {
        assertAttempts(new Failing(), 1);
        application.run(running -> assertAttempts(new Failing(), 3));
        assertAttempts(new Failing(), 1);
    }

    @Test
    void isInertBehindProxies() {
        WovenContexts.proxyRunner().withBean(Failing.class).run(running -> {
            assertAttempts(new Failing(), 1);
            Failing bean = running.getBean(Failing.class);
            assertThat(AopUtils.isAopProxy(bean)).isTrue();
            assertThatThrownBy(bean::call).hasMessage("attempt 3");
        });
    }

    @Test
    void isInertAfterAContextThatDidNotStart() {
        application
                .withBean("broken", Callable.class, () -> {
                    throw new IllegalStateException("broken");
                })
                .run(failed -> assertThat(failed).hasFailed());
        assertAttempts(new Failing(), 1);
    }

    @Test
    void leavesOutTheProxies() {
        application.run(running -> {
            assertThat(running).doesNotHaveBean(BackoffAdvisor.class);
            Failing bean = running.getBean(Failing.class);
            assertThat(AopUtils.isAopProxy(bean)).isFalse();
            assertAttempts(bean, 3);
        });
    }

    @Test
    void retriesOnceBehindAProxyForSomethingElse() {
        application.withUserConfiguration(OtherAdvice.class).run(running -> {
            Failing bean = running.getBean(Failing.class);
            assertThat(AopUtils.isCglibProxy(bean)).isTrue();
            assertThatThrownBy(bean::call).hasMessage("attempt 3");
        });
    }

    @Test
    void retriesAlreadyWhileTheContextStarts() {
        application
                .withBean(Eager.class)
                .run(running -> assertThat(running.getBean(Eager.class).failure).hasMessage("attempt 3"));
    }

    @Test
    void theContextThatStartedLastGuards() {
        application.run(outer -> {
            application
                    .withPropertyValues("backoff.policies.default.max-attempts=2")
                    .run(inner -> assertAttempts(new Failing(), 2));
            assertAttempts(new Failing(), 3);
        });
    }

    @Test
    void listsTheGuardedMethodsOfBeans() {
        application.run(
                running -> assertThat(running.getBean(MethodInspection.class).methods())
                        .extracting(each -> each.guarded().method().getName())
                        .containsExactly("call"));
    }

    @Test
    void keepsNoContextThatHasClosed() {
        application.run(running -> assertThat(ActiveCalls.current()).isNotNull());
        assertThat(ActiveCalls.current()).isNull();
    }

    private static void assertAttempts(Failing failing, int expected) {
        assertThatThrownBy(failing::call).hasMessage("attempt " + expected);
    }

    static class OtherAdvice {

        @Bean
        static Advisor otherAdvisor() {
            NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
            pointcut.setMappedName("call");
            pointcut.setClassFilter(Failing.class::isAssignableFrom);
            return new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) invocation -> invocation.proceed());
        }
    }

    static class Eager {

        private final Throwable failure = catchThrowable(new Failing()::call);
    }

    @Backoff
    static class Failing {

        private int attempts;

        @Backoff
        public void call() {
            attempts++;
            throw new IllegalStateException("attempt " + attempts);
        }
    }
}
