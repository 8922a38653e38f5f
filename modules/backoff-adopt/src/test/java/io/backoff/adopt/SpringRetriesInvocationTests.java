package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.interceptor.RetryInterceptorBuilder;
import org.springframework.retry.interceptor.StatefulRetryOperationsInterceptor;

/** Advice of the application's own, around the advice of spring-retry and within. */
class SpringRetriesInvocationTests extends SpringRetryBeans {

    private static final String ATTRIBUTE = "attribute of the call";

    private final Service service = get(Service.class);
    private final List<Object> seen = get(Seen.class).values();
    private final IllegalStateException failure = new IllegalStateException();

    SpringRetriesInvocationTests(String mode) {
        super(mode, Advisors.class, Service.class);
    }

    @BeforeEach
    void forget() {
        seen.clear();
    }

    @Test
    void passesAttributesOfTheInvocationToEachAttempt() {
        catchThrowable(() -> service.stateless(Script.of(failure)));
        assertThat(seen).containsExactly("call 1", "call 1", "call 1");
    }

    @Test
    void passesAttributesOfEachCall() throws Exception {
        service.stateless(Script.of(failure, "result"));
        service.stateless(Script.of("result"));
        assertThat(seen).containsExactly("call 1", "call 1", "call 2");
    }

    @Test
    void passesAttributesThatAnAttemptChanges() throws Exception {
        service.changing(Script.of(failure, failure, "result"));
        assertThat(seen).containsExactly("call 1", "call 1 changed", "call 1 changed changed");
    }

    @Test
    void passesAttributesToEachStatefulCall() {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            catchThrowable(() -> service.stateful(script));
        }
        assertThat(seen).containsExactly("call 1", "call 2", "call 3");
    }

    @Test
    void passesAttributesToACircuitBreaker() throws Exception {
        service.circuit(Script.of("result"));
        assertThat(seen).containsExactly("call 1");
    }

    /** The interceptor proceeds with the invocation itself, which is at its end after the first attempt. */
    @Test
    void skipsTheInnerAdviceWhereAStatefulCallIsRetriedWithin() throws Exception {
        var script = Script.of(failure, failure, "result");
        assertThat(service.withoutRollback(script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(seen).containsExactly("call 1");
    }

    record Seen(List<Object> values, List<Object> calls) {

        String next() {
            if (values.isEmpty()) {
                calls.clear();
            }
            calls.add("");
            return "call " + calls.size();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Advisors {

        @Bean
        Seen seen() {
            return new Seen(new ArrayList<>(), new ArrayList<>());
        }

        @Bean
        StatefulRetryOperationsInterceptor withoutRollback() {
            return RetryInterceptorBuilder.stateful()
                    .rollbackFor(thrown -> false)
                    .build();
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor outer(Seen seen) {
            return advisor(Ordered.LOWEST_PRECEDENCE - 2, invocation -> {
                ((ProxyMethodInvocation) invocation).setUserAttribute(ATTRIBUTE, seen.next());
                return invocation.proceed();
            });
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor inner(Seen seen) {
            return advisor(Ordered.LOWEST_PRECEDENCE, invocation -> {
                var attempt = (ProxyMethodInvocation) invocation;
                var value = attempt.getUserAttribute(ATTRIBUTE);
                seen.values().add(value);
                if (attempt.getMethod().getName().equals("changing")) {
                    attempt.setUserAttribute(ATTRIBUTE, value + " changed");
                }
                return invocation.proceed();
            });
        }

        private static Advisor advisor(int order, MethodInterceptor advice) {
            var ofService = new StaticMethodMatcherPointcut() {
                @Override
                public boolean matches(Method method, Class<?> type) {
                    return method.getDeclaringClass() == Service.class;
                }
            };
            var advisor = new DefaultPointcutAdvisor(ofService, advice);
            advisor.setOrder(order);
            return advisor;
        }
    }

    static class Service {

        @Retryable
        Object stateless(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object changing(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true)
        Object stateful(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker
        Object circuit(Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "withoutRollback")
        Object withoutRollback(Script script) throws Exception {
            return script.run();
        }
    }
}
