package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.engine.CurrentAttempt;
import io.backoff.testkit.Script;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.FixedBackOffPolicy;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.retry.interceptor.RetryInterceptorBuilder;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;
import org.springframework.retry.interceptor.StatefulRetryOperationsInterceptor;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.ExceptionClassifierRetryPolicy;
import org.springframework.retry.policy.MaxAttemptsRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.retry.policy.SimpleRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;

/** Interceptors, retry policies and inner advice of the application's own. */
class SpringRetriesInterceptorTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final List<Integer> seen = get(Seen.class).attempts();
    private final Words words = new Words();

    SpringRetriesInterceptorTests(String mode) {
        super(mode, Interceptors.class, Service.class);
        seen.clear();
    }

    @Test
    void attemptsOfAnInterceptorAreNotKnown() throws Exception {
        Script script = Script.calling(
                () -> CurrentAttempt.get().orElseThrow().maxAttempts().isPresent());
        assertThat(service.contradictory(script)).isEqualTo(false);
    }

    @Test
    void retriesWithAnInterceptorThatUsesNoTemplate() throws Exception {
        var script = words.script("other result");
        assertThat(service.handWritten(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(service.handWritten(Script.calling(() -> String.valueOf(getContext()))))
                .isEqualTo("null");
    }

    /** The service has a recovery, which these interceptors do not use. */
    @ParameterizedTest
    @CsvSource({
        "built,         other, 4, 5 5 5",
        "contradictory, other, 4, 5 5 5",
        "composite,     other, 2, 5",
        "byException,   other, 3, 5 5",
        "byException,   down,  1, ''",
        "marked,        other, 4, 5 5 5"
    })
    void retriesByThePolicyOfTheInterceptor(String method, String failure, int attempts, String waits) {
        Script script = words.script(failure);
        assertThrows((Throwable) words.meaning(failure), () -> Words.call(service, method, script));
        assertThat(script.attempts()).isEqualTo(attempts);
        assertDelays(waits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"built", "composite", "byException", "timeout"})
    void endsFromWithin(String method) {
        Script script = Script.calling(() -> {
            getContext().setExhaustedOnly();
            throw words.other;
        });
        assertThrows(words.other, () -> Words.call(service, method, script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void passesAttributesThatAnAttemptChanges() throws Exception {
        assertThat(service.noted(words.script("other other result"))).isEqualTo("result");
        assertThat(seen).containsExactly(0, 1, 2);
    }

    /** The interceptor proceeds with the invocation itself, which is at its end after the first attempt. */
    @Test
    void skipsTheInnerAdviceWhereAStatefulCallIsRetriedWithin() throws Exception {
        Script script = words.script("other other result");
        assertThat(service.withoutRollback(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(seen).containsExactly(0);
    }

    record Seen(List<Integer> attempts) {}

    @Configuration(proxyBeanMethods = false)
    static class Interceptors {

        @Bean
        Seen seen() {
            return new Seen(new ArrayList<>());
        }

        @Bean
        StatefulRetryOperationsInterceptor withoutRollback() {
            return RetryInterceptorBuilder.stateful()
                    .rollbackFor(thrown -> false)
                    .build();
        }

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

        /** Advice inside of the retries, which counts the attempts of a call in an attribute. */
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static DefaultPointcutAdvisor notingAdvisor(Seen seen) {
            MethodInterceptor noting = invocation -> {
                var attempt = (ProxyMethodInvocation) invocation;
                int before = attempt.getUserAttribute("attempts") instanceof Integer count ? count : 0;
                seen.attempts().add(before);
                attempt.setUserAttribute("attempts", before + 1);
                return invocation.proceed();
            };
            return new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(Noted.class), noting);
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

    @Retention(RetentionPolicy.RUNTIME)
    @interface Noted {}

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

        @Noted
        @Retryable
        Object noted(Script script) throws Exception {
            return script.run();
        }

        @Noted
        @Retryable(interceptor = "withoutRollback")
        Object withoutRollback(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(Script script) {
            return "recovered";
        }
    }
}
