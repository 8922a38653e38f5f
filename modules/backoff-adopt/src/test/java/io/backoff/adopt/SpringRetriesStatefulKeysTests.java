package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.testkit.Script;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.interceptor.MethodArgumentsKeyGenerator;
import org.springframework.retry.interceptor.NewMethodArgumentsIdentifier;
import org.springframework.retry.interceptor.RetryInterceptorBuilder;
import org.springframework.retry.interceptor.StatefulRetryOperationsInterceptor;

/** Stateful methods whose calls have a key of their own, and those that decide about rollbacks. */
class SpringRetriesStatefulKeysTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    SpringRetriesStatefulKeysTests(String mode) {
        super(mode, Keys.class, Service.class);
    }

    @Test
    void sharesStateByKey() {
        var one = Script.of(failure);
        var other = Script.of(failure);
        assertThrows(failure, () -> service.call("key", one));
        assertThrows(failure, () -> service.call("key", other));
        assertThat(catchThrowable(() -> service.call("key", one))).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(one.attempts() + other.attempts()).isEqualTo(2);
    }

    @Test
    void startsAnewForANewItem() {
        var script = Script.of(failure);
        for (int call = 1; call <= 5; call++) {
            assertThrows(failure, () -> service.call("new", script));
        }
        assertThat(script.attempts()).isEqualTo(5);
    }

    @Test
    void showsTheKey() throws Exception {
        var script = Script.calling(() -> getContext().getAttribute(RetryContext.STATE_KEY));
        assertThat(service.labelled("shown", script)).isEqualTo(List.of("label", "shown"));
    }

    @Test
    void retriesWithinTheCallWhatIsNotRolledBack() throws Exception {
        var script = Script.of(new IllegalArgumentException("no rollback"), "result");
        assertThat(service.withoutRollback("within", script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void failsWithWhatIsRolledBack() throws Exception {
        var script = Script.of(failure, "result");
        assertThrows(failure, () -> service.withoutRollback("rolled back", script));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(service.withoutRollback("rolled back", script)).isEqualTo("result");
    }

    @Test
    void isExhaustedWithinTheCallByWhatIsNotRolledBack() {
        var last = new IllegalArgumentException("no rollback");
        var script = Script.of(last);
        var thrown = catchThrowable(() -> service.withoutRollback("exhausted", script));
        assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(thrown.getCause()).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Configuration(proxyBeanMethods = false)
    static class Keys {

        @Bean
        MethodArgumentsKeyGenerator firstArgument() {
            return arguments -> arguments[0];
        }

        @Bean
        NewMethodArgumentsIdentifier newItems() {
            return arguments -> arguments[0].equals("new");
        }

        @Bean
        StatefulRetryOperationsInterceptor withoutRollback() {
            return RetryInterceptorBuilder.stateful()
                    .maxAttempts(3)
                    .rollbackFor(thrown -> !(thrown instanceof IllegalArgumentException))
                    .build();
        }
    }

    static class Service {

        @Retryable(stateful = true, maxAttempts = 2)
        Object call(String key, Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, label = "label")
        Object labelled(String key, Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "withoutRollback")
        Object withoutRollback(String key, Script script) throws Exception {
            return script.run();
        }
    }
}
