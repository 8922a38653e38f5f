package io.backoff.adopt.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** Where spring-retry finds the annotation, behind proxies by interface. */
class SpringRetriesJdkProxyTests extends RetriedBeans {

    private final Contract contract = get("implementation", Contract.class);

    SpringRetriesJdkProxyTests(String mode) {
        super(mode, false, Beans.class);
    }

    @Test
    void proxiesByInterface() {
        assertThat(AopUtils.isJdkDynamicProxy(contract)).isTrue();
    }

    @Test
    void retriesMethodsAnnotatedInTheInterface() {
        assertAttempts(3, contract::onInterface);
    }

    @Test
    void retriesMethodsAnnotatedInTheClass() {
        assertAttempts(2, contract::onClass);
    }

    @Test
    void retriesDefaultMethods() {
        assertAttempts(5, contract::byDefault);
    }

    @Test
    void leavesTheOtherMethodsAlone() {
        assertAttempts(1, contract::unretried);
    }

    @Test
    void prefersTheInterfaceToTheClass() {
        assertAttempts(4, contract::onBoth);
    }

    @Test
    void retriesMethodsOfAnAnnotatedClass() {
        assertAttempts(2, get("annotatedClass", Contract.class)::unretried);
    }

    @Test
    void retriesMethodsOfAnAnnotatedInterface() {
        assertAttempts(2, get(AnnotatedContract.class)::call);
    }

    @Test
    void retriesBridgedMethods() {
        @SuppressWarnings("unchecked")
        var bean = (Generic<String>) get("bridged", Generic.class);
        assertAttempts(3, script -> bean.call("text", script));
    }

    @Test
    void wrapsUndeclaredExceptionsOnce() {
        var failure = new IOException();
        var script = Script.of(failure);
        var thrown = catchThrowable(() -> contract.undeclared(script));
        assertThat(thrown).isExactlyInstanceOf(UndeclaredThrowableException.class);
        assertThat(thrown.getCause()).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void recoversInTheTarget() throws Exception {
        var script = Script.of(new IllegalArgumentException());
        assertThat(get("recovering", Contract.class).onInterface(script)).isEqualTo("recovered");
        assertThat(script.attempts()).isEqualTo(3);
    }

    private void assertAttempts(int attempts, Call call) {
        var failure = new IllegalStateException();
        var script = Script.of(failure);
        var thrown = catchThrowable(() -> call.with(script));
        assertThat(script.attempts()).isEqualTo(attempts);
        assertThat(thrown).isSameAs(failure);
    }

    interface Call {

        Object with(Script script) throws Exception;
    }

    interface Contract {

        @Retryable
        Object onInterface(Script script) throws Exception;

        Object onClass(Script script) throws Exception;

        @Retryable(maxAttempts = 4)
        Object onBoth(Script script) throws Exception;

        @Retryable(maxAttempts = 5)
        default Object byDefault(Script script) throws Exception {
            return script.run();
        }

        Object unretried(Script script) throws Exception;

        @Retryable
        Object undeclared(Script script);
    }

    static class Implementation implements Contract {

        @Override
        public Object onInterface(Script script) throws Exception {
            return script.run();
        }

        @Override
        @Retryable(maxAttempts = 2)
        public Object onClass(Script script) throws Exception {
            return script.run();
        }

        @Override
        @Retryable(maxAttempts = 2)
        public Object onBoth(Script script) throws Exception {
            return script.run();
        }

        @Override
        public Object unretried(Script script) throws Exception {
            return script.run();
        }

        @Override
        public Object undeclared(Script script) {
            return script.runUndeclared();
        }
    }

    static class Recovering extends Implementation {

        @Recover
        public Object recover(IllegalArgumentException failure, Script script) {
            return "recovered";
        }
    }

    @Retryable(maxAttempts = 2)
    static class AnnotatedClass extends Implementation {

        @Override
        public Object unretried(Script script) throws Exception {
            return script.run();
        }
    }

    @Retryable(maxAttempts = 2)
    interface AnnotatedContract {

        Object call(Script script) throws Exception;
    }

    interface Generic<T> {

        Object call(T text, Script script) throws Exception;
    }

    static class Bridged implements Generic<String> {

        @Override
        @Retryable
        public Object call(String text, Script script) throws Exception {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        Contract implementation() {
            return new Implementation();
        }

        @Bean
        Contract recovering() {
            return new Recovering();
        }

        @Bean
        Contract annotatedClass() {
            return new AnnotatedClass();
        }

        @Bean
        AnnotatedContract annotatedContract() {
            return Script::run;
        }

        @Bean
        Generic<String> bridged() {
            return new Bridged();
        }
    }
}
