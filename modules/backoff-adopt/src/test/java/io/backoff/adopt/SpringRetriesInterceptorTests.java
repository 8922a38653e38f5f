package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.engine.CurrentAttempt;
import io.backoff.testkit.Script;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.annotation.AnnotationAwareRetryOperationsInterceptor;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.RetryConfiguration;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.FixedBackOffPolicy;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.retry.interceptor.RetryInterceptorBuilder;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.ExceptionClassifierRetryPolicy;
import org.springframework.retry.policy.MaxAttemptsRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.retry.policy.SimpleRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;

/** Interceptors and retry policies of the application's own, and the advice that spring-retry adds to proxies. */
class SpringRetriesInterceptorTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException();

    SpringRetriesInterceptorTests(String mode) {
        super(mode, Interceptors.class, Service.class);
    }

    @Test
    void attemptsOfAnInterceptorAreNotKnown() throws Exception {
        Script script = Script.calling(
                () -> CurrentAttempt.get().orElseThrow().maxAttempts().isPresent());
        assertThat(service.contradictory(script)).isEqualTo(false);
    }

    @Test
    void retriesWithTheNamedInterceptor() {
        var script = Script.of(failure);
        assertThrows(failure, () -> service.built(script));
        assertThat(script.attempts()).isEqualTo(4);
        assertDelays(5L, 5L, 5L);
    }

    @Test
    void ignoresTheOtherAttributesBesideAnInterceptor() {
        var script = Script.of(failure);
        assertThrows(failure, () -> service.contradictory(script));
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void doesNotRecoverWithANamedInterceptor() {
        assertThrows(failure, () -> service.built(Script.of(failure)));
    }

    @Test
    void retriesWithAnInterceptorThatUsesNoTemplate() throws Exception {
        var script = Script.of(failure, "result");
        assertThat(service.handWritten(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(service.handWritten(Script.calling(() -> String.valueOf(getContext()))))
                .isEqualTo("null");
    }

    @Test
    void endsFromWithinWithANamedInterceptor() {
        assertEndsFromWithin(service::built);
    }

    @Test
    void endsFromWithinWithAnyPolicy() {
        assertEndsFromWithin(service::composite);
        assertEndsFromWithin(service::byException);
        assertEndsFromWithin(service::timeout);
    }

    @Test
    void retriesByACompositePolicy() {
        assertAttempts(2, failure, service::composite);
    }

    @Test
    void retriesByAPolicyPerException() {
        assertAttempts(3, failure, service::byException);
        assertAttempts(1, new IOException(), service::byException);
    }

    @Test
    void retriesByAnInterceptorWithoutAnnotation() {
        assertAttempts(4, failure, service::marked);
        assertDelays(5L, 5L, 5L);
    }

    @Test
    void addsOneKindOfAdviceForAllAnnotations() {
        assertThat(advisors())
                .filteredOn(RetryConfiguration.class::isInstance)
                .singleElement()
                .extracting(Advisor::getAdvice)
                .isExactlyInstanceOf(AnnotationAwareRetryOperationsInterceptor.class);
    }

    @Test
    void addsOtherAdviceForInterceptorsWithoutAnnotation() {
        assertThat(advisors())
                .extracting(Advisor::getAdvice)
                .filteredOn(RetryOperationsInterceptor.class::isInstance)
                .hasSize(1);
    }

    private Advisor[] advisors() {
        return ((Advised) service).getAdvisors();
    }

    private void assertEndsFromWithin(Call call) {
        var script = Script.calling(() -> {
            getContext().setExhaustedOnly();
            throw failure;
        });
        assertThrows(failure, () -> call.with(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    private void assertAttempts(int attempts, Throwable thrown, Call call) {
        var script = Script.of(thrown);
        assertThat(catchThrowable(() -> call.with(script))).isSameAs(thrown);
        assertThat(script.attempts()).isEqualTo(attempts);
    }

    interface Call {

        Object with(Script script) throws Exception;
    }

    @Configuration(proxyBeanMethods = false)
    static class Interceptors {

        @Bean
        RetryOperationsInterceptor built(Sleeper delays) {
            return interceptor(new SimpleRetryPolicy(4), delays);
        }

        @Bean
        MethodInterceptor handWritten() {
            return invocation -> {
                var attempt = ((ProxyMethodInvocation) invocation).invocableClone();
                try {
                    return attempt.proceed();
                } catch (IllegalStateException e) {
                    return invocation.proceed();
                }
            };
        }

        @Bean
        RetryOperationsInterceptor composite(Sleeper delays) {
            var policy = new CompositeRetryPolicy();
            policy.setPolicies(new RetryPolicy[] {new SimpleRetryPolicy(3), new MaxAttemptsRetryPolicy(2)});
            return interceptor(policy, delays);
        }

        @Bean
        RetryOperationsInterceptor byException(Sleeper delays) {
            var policy = new ExceptionClassifierRetryPolicy();
            policy.setPolicyMap(Map.of(
                    IllegalStateException.class, new SimpleRetryPolicy(3), IOException.class, new NeverRetryPolicy()));
            return interceptor(policy, delays);
        }

        @Bean
        RetryOperationsInterceptor timeout(Sleeper delays) {
            return interceptor(new TimeoutRetryPolicy(600_000), delays);
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static DefaultPointcutAdvisor markedAdvisor(Sleeper delays) {
            var pointcut = AnnotationMatchingPointcut.forMethodAnnotation(Marked.class);
            return new DefaultPointcutAdvisor(pointcut, interceptor(new SimpleRetryPolicy(4), delays));
        }

        private static RetryOperationsInterceptor interceptor(RetryPolicy policy, Sleeper delays) {
            var backOff = new FixedBackOffPolicy();
            backOff.setBackOffPeriod(5);
            backOff.setSleeper(delays);
            var template = new RetryTemplate();
            template.setRetryPolicy(policy);
            template.setBackOffPolicy(backOff);
            return RetryInterceptorBuilder.stateless().retryOperations(template).build();
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    static class Service {

        @Retryable(interceptor = "built")
        Object built(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "built", maxAttempts = 9, noRetryFor = Exception.class)
        Object contradictory(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "handWritten")
        Object handWritten(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "composite")
        Object composite(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "byException")
        Object byException(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "timeout")
        Object timeout(Script script) throws Exception {
            return script.run();
        }

        @Marked
        Object marked(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(Script script) {
            return "recovered";
        }
    }
}
