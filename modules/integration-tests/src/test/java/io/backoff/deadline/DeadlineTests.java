package io.backoff.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.BackoffOperations;
import io.backoff.policy.Outcome;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;

/** The time of calls in Java, of methods of proxies and from code. */
class DeadlineTests extends DeadlineContract {

    @Override
    protected List<? extends Way> ways() {
        return Stream.<Way>concat(Stream.of(BlockingWay.values()), Stream.of(FutureWay.values()))
                .toList();
    }

    /** As the JVM has it for every checked exception that a method of a proxy does not declare. */
    @ParameterizedTest
    @ValueSource(classes = {GuardedBeans.Values.class, GuardedBeans.ValueInterface.class})
    void aMethodThatDeclaresNoTimeoutThrowsItAsTheCause(Class<?> type) throws Throwable {
        Object bean = application().context().getBean(type);
        assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(type.isInterface());
        Callable<Object> attempt = () -> "done";
        Object thrown = application().context().getBean(BackoffOperations.class).call("request", () -> {
            application().time().advance(Duration.ofSeconds(11));
            return catchThrowable(() -> GuardedBeans.invoke(bean, "undeclared", Callable.class, attempt));
        });
        assertThat((Throwable) thrown)
                .isInstanceOf(UndeclaredThrowableException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(application().outcomes("minute")).isEqualTo(Map.of(Outcome.ELAPSED, 1L));
    }
}
