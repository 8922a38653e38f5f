package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.engine.CurrentAttempt;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.ExhaustedRetryException;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffInterruptedException;
import org.springframework.retry.interceptor.MethodArgumentsKeyGenerator;
import org.springframework.retry.interceptor.NewMethodArgumentsIdentifier;
import org.springframework.retry.interceptor.RetryInterceptorBuilder;
import org.springframework.retry.interceptor.StatefulRetryOperationsInterceptor;
import org.springframework.retry.support.RetrySynchronizationManager;

/** What attempts of spring-retry see and change of their call: its context, its end, and calls that their callers repeat. */
@Timeout(30)
class SpringRetriesStateTests extends SpringRetryBeans {

    private final Service service = get(Service.class);
    private final RecoveringService recovering = get(RecoveringService.class);
    private final IllegalStateException failure = new IllegalStateException("failure");

    /** Ends the call, and fails. */
    private final Callable<Object> ending = () -> {
        getContext().setExhaustedOnly();
        throw failure;
    };

    SpringRetriesStateTests(String mode) {
        super(mode, Keys.class, Service.class, RecoveringService.class);
    }

    @AfterEach
    void clear() {
        RetrySynchronizationManager.setUseThreadLocal(true);
        RetrySynchronizationManager.register(null);
    }

    @Test
    void isOneContextForAllAttempts() {
        var contexts = new ArrayList<RetryContext>();
        var counts = new ArrayList<Integer>();
        var failures = new ArrayList<Throwable>();
        catchThrowable(() -> service.call(Script.calling(() -> {
            contexts.add(getContext());
            counts.add(getContext().getRetryCount());
            failures.add(getContext().getLastThrowable());
            throw failure;
        })));
        assertThat(contexts).hasSize(3).doesNotContainNull().allMatch(each -> each == contexts.get(0));
        assertThat(counts).containsExactly(0, 1, 2);
        assertThat(failures).containsExactly(null, failure, failure);
        assertThat(getContext()).isNull();
    }

    @Test
    void hasTheAttributesOfAStatelessCall() throws Exception {
        var script = Script.calling(() -> List.of(
                String.valueOf(getContext().getAttribute(RetryContext.NAME)),
                getContext().hasAttribute(RetryContext.STATE_KEY),
                getContext().hasAttribute("state.global"),
                getContext().getAttribute(RetryContext.MAX_ATTEMPTS)));
        assertThat(service.labelled(script)).isEqualTo(List.of("label", false, false, 4));
    }

    @Test
    void isTheInnerContextInAnInnerCallAndTheOuterAgainAfterwards() throws Exception {
        var result = service.call(Script.calling(() -> {
            var outer = getContext();
            var inner = (RetryContext) service.call(Script.calling(RetrySynchronizationManager::getContext));
            assertThat(inner).isNotSameAs(outer);
            assertThat(inner.getParent()).isSameAs(outer);
            assertThat(getContext()).isSameAs(outer);
            return "result";
        }));
        assertThat(result).isEqualTo("result");
        assertThat(getContext()).isNull();
    }

    @Test
    void isTheOuterContextAgainAfterAnInnerFailure() throws Exception {
        var result = service.call(Script.calling(() -> {
            var outer = getContext();
            assertThrows(failure, () -> service.call(Script.of(failure)));
            assertThat(getContext()).isSameAs(outer);
            return "result";
        }));
        assertThat(result).isEqualTo("result");
    }

    /** A stateful call keeps its context, whose parent is the call around its first attempt. */
    @Test
    void isTheFirstOuterContextAfterAStatefulCallThatIsRepeatedElsewhere() throws Exception {
        var stateful = Script.of(failure, failure, "result");
        var first = outerContextAround(stateful);
        var second = (RetryContext) service.call(Script.calling(() -> {
            var outer = getContext();
            catchThrowable(() -> service.stateful(stateful));
            assertThat(getContext()).isSameAs(first).isNotSameAs(outer);
            return outer;
        }));
        assertThat(second).isNotSameAs(first);
        assertThat(getContext()).isNull();
    }

    @Test
    void isLeftBehindByAStatefulCallThatIsRepeatedOutside() throws Exception {
        var stateful = Script.of(failure, "result");
        var first = outerContextAround(stateful);
        assertThat(service.stateful(stateful)).isEqualTo("result");
        assertThat(getContext()).isSameAs(first);
    }

    /** A circuit breaker has one context, whose parent is the call around its very first attempt, on any thread. */
    @Test
    void isThatOfAnotherCallAfterACircuitBreaker() throws Exception {
        Callable<Object> outer = () -> {
            var before = getContext();
            service.circuit(Script.of("result"));
            return List.of(before, getContext());
        };
        var first = (List<?>) service.call(Script.calling(outer));
        var second = (List<?>) service.call(Script.calling(outer));
        assertThat(first.get(1)).isSameAs(first.get(0));
        assertThat(second.get(0)).isNotSameAs(first.get(0));
        assertThat(second.get(1)).isSameAs(first.get(0));
    }

    @Test
    void isThatOfAnotherCallInLaterAttemptsToo() throws Exception {
        var first = service.call(Script.calling(() -> {
            service.anotherCircuit(Script.of("result"));
            return getContext();
        }));
        var seen = new ArrayList<>();
        service.call(Script.calling(
                () -> {
                    seen.add(getContext());
                    service.anotherCircuit(Script.of("result"));
                    throw failure;
                },
                () -> seen.add(getContext())));
        assertThat(seen.get(0)).isNotSameAs(first);
        assertThat(seen.get(1)).isSameAs(first);
    }

    @Test
    void isFoundWithoutThreadLocals() throws Exception {
        RetrySynchronizationManager.setUseThreadLocal(false);
        assertThat(service.call(Script.calling(RetrySynchronizationManager::getContext)))
                .isInstanceOf(RetryContext.class);
        assertThat(getContext()).isNull();
    }

    @Test
    void endsWithoutFurtherDelayInTheFirstAttempt() {
        var script = Script.calling(ending, () -> "result");
        assertThrows(failure, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void endsWithoutFurtherDelayInALaterAttempt() {
        Callable<Object> failing = () -> {
            throw new IllegalArgumentException("1");
        };
        var script = Script.calling(failing, ending, () -> "result");
        assertThrows(failure, () -> service.call(script));
        assertThat(script.attempts()).isEqualTo(2);
        assertDelays(1000L);
    }

    @Test
    void recoversImmediatelyAndMarksTheContext() throws Exception {
        var context = new RetryContext[1];
        var script = Script.calling(() -> {
            context[0] = getContext();
            return ending.call();
        });
        assertThat(recovering.call(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
        assertThat(context[0].isExhaustedOnly()).isTrue();
        assertThat(context[0].getAttribute(RetryContext.EXHAUSTED)).isEqualTo(true);
        assertThat(context[0].getAttribute(RetryContext.RECOVERED)).isEqualTo(true);
        assertThat(context[0].getAttribute(RetryContext.CLOSED)).isEqualTo(true);
    }

    @Test
    void returnsTheResultOfTheAttemptThatEndsTheCall() throws Exception {
        var script = Script.calling(() -> {
            getContext().setExhaustedOnly();
            return "result";
        });
        assertThat(service.call(script)).isEqualTo("result");
    }

    @Test
    void doesNotEndTheNextCall() {
        var script = Script.calling(ending, () -> "result");
        catchThrowable(() -> service.call(script));
        assertThat(catchThrowable(() -> service.call(script))).isNull();
    }

    @Test
    void endsTheInnerCallOnly() {
        var another = Script.calling(ending);
        assertThrows(failure, () -> service.call(Script.calling(() -> service.call(another))));
        assertThat(another.attempts()).isEqualTo(3);
        assertDelays(1000L, 1000L);
    }

    @Test
    void endsAStatefulCallInItsNextInvocation() {
        var script = Script.calling(ending);
        assertThrows(failure, () -> service.stateful(script));
        assertDelays();
        var thrown = catchThrowable(() -> service.stateful(script));
        assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(thrown.getCause()).isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void recoversAStatefulCallInItsNextInvocation() throws Exception {
        var script = Script.calling(ending);
        assertThrows(failure, () -> recovering.stateful(script));
        assertThat(recovering.stateful(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(1);
    }

    /** Nothing of Backoff is around them. */
    @Test
    void circuitBreakersAreNotAdopted() {
        assertThat(get(AdoptedMethods.class).all())
                .extracting(AdoptedMethods.Row::name)
                .isNotEmpty()
                .noneMatch(name -> name.matches(".*[cC]ircuit"));
    }

    @Test
    void aCircuitRecoversFromEachFailureAndWhileOpen() throws Exception {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            assertThat(recovering.circuit(script)).isEqualTo("recovered from failure");
        }
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.outcomes()).isEmpty();
    }

    @Test
    void aStatefulCallFailsOncePerAttemptUntilExhausted() {
        var second = new IllegalStateException("2");
        var third = new IllegalStateException("3");
        var script = Script.of(failure, second, third, "too late");
        assertThrows(failure, () -> service.repeated(script));
        assertThrows(second, () -> service.repeated(script));
        assertThrows(third, () -> service.repeated(script));
        assertThat(script.attempts()).isEqualTo(3);
        assertExhausted(third, script);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void aStatefulCallWaitsBeforeItFailsUnlessItIsTheLastAttempt() {
        var script = Script.of(failure);
        catchThrowable(() -> service.repeated(script));
        assertDelays(10L);
        catchThrowable(() -> service.repeated(script));
        assertDelays(10L, 20L);
        catchThrowable(() -> service.repeated(script));
        catchThrowable(() -> service.repeated(script));
        assertDelays(10L, 20L);
    }

    @Test
    void aStatefulCallStartsAnewAfterItsEnd() {
        var script = Script.of(failure);
        for (int call = 1; call <= 4; call++) {
            catchThrowable(() -> service.repeated(script));
        }
        assertThat(script.attempts()).isEqualTo(3);
        assertThrows(failure, () -> service.repeated(script));
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void aStatefulCallStartsAnewAfterASuccess() throws Exception {
        var script = Script.of(failure, failure, "result", failure);
        catchThrowable(() -> service.repeated(script));
        catchThrowable(() -> service.repeated(script));
        assertThat(service.repeated(script)).isEqualTo("result");
        for (int call = 1; call <= 3; call++) {
            assertThrows(failure, () -> service.repeated(script));
        }
        assertThat(script.attempts()).isEqualTo(6);
        assertExhausted(failure, script);
    }

    @Test
    void aStatefulInvocationIsACallOfOneAttempt() {
        List<Integer> numbers = new ArrayList<>();
        var script = Script.calling(() -> {
            numbers.add(CurrentAttempt.get().orElseThrow().number());
            throw failure;
        });
        for (int call = 1; call <= 4; call++) {
            catchThrowable(() -> service.stateful(script));
        }
        assertThat(numbers).containsExactly(1, 2, 3);
        assertOutcomes(Map.of(Outcome.NOT_RETRYABLE, 3L, Outcome.EXHAUSTED, 1L));
    }

    @Test
    void aStatefulCallCountsEachArgumentByItself() {
        var one = Script.of(failure);
        var other = Script.of(failure);
        for (int call = 1; call <= 3; call++) {
            catchThrowable(() -> service.repeated(one));
        }
        assertThrows(failure, () -> service.repeated(other));
        assertThat(other.attempts()).isEqualTo(1);
    }

    @Test
    void aStatefulCallIsExhaustedByAnExceptionThatIsNotRetried() {
        var notRetried = new IOException();
        var script = Script.of(notRetried);
        assertThrows(notRetried, () -> service.onlyState(script));
        assertThat(catchThrowable(() -> service.onlyState(script)))
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasCause(notRetried);
        assertThat(script.attempts()).isEqualTo(1);
        assertDelays();
    }

    @Test
    void aStatefulCallRecoversInTheCallAfterTheLastAttempt() throws Exception {
        var script = Script.of(failure);
        for (int call = 1; call <= 3; call++) {
            assertThrows(failure, () -> recovering.stateful(script));
        }
        assertThat(recovering.stateful(script)).isEqualTo("recovered from failure");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void aStatefulCallSharesStateByLabelAndArgument() {
        var script = Script.of(failure);
        catchThrowable(() -> service.labelledRepeated(script));
        catchThrowable(() -> service.labelledRepeatedToo(script));
        assertThat(catchThrowable(() -> service.labelledRepeated(script)))
                .isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aStatefulCallIsRecognizedByItsContext() {
        var keys = new ArrayList<>();
        var counts = new ArrayList<Integer>();
        var failures = new ArrayList<Throwable>();
        var script = Script.calling(() -> {
            keys.add(getContext().getAttribute(RetryContext.STATE_KEY));
            assertThat(getContext().hasAttribute("state.global")).isFalse();
            counts.add(getContext().getRetryCount());
            failures.add(getContext().getLastThrowable());
            throw failure;
        });
        catchThrowable(() -> service.labelledRepeated(script));
        catchThrowable(() -> service.labelledRepeated(script));
        assertThat(keys).containsExactly(List.of("label", script), List.of("label", script));
        assertThat(counts).containsExactly(0, 1);
        assertThat(failures).containsExactly(null, failure);
    }

    @Test
    void aStatefulCallFailsIfInterruptedWhileWaiting() {
        delays().interrupt();
        var script = Script.of(failure);
        var thrown = catchThrowable(() -> service.repeated(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isExactlyInstanceOf(BackOffInterruptedException.class);
        delays().reset();
        assertThrows(failure, () -> service.repeated(script));
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aStatefulCallSharesStateByKey() {
        var one = Script.of(failure);
        var other = Script.of(failure);
        assertThrows(failure, () -> service.keyed("key", one));
        assertThrows(failure, () -> service.keyed("key", other));
        assertThat(catchThrowable(() -> service.keyed("key", one))).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(one.attempts() + other.attempts()).isEqualTo(2);
    }

    @Test
    void aStatefulCallStartsAnewForANewItem() {
        var script = Script.of(failure);
        for (int call = 1; call <= 5; call++) {
            assertThrows(failure, () -> service.keyed("new", script));
        }
        assertThat(script.attempts()).isEqualTo(5);
    }

    @Test
    void aStatefulCallRetriesWithinWhatIsNotRolledBack() throws Exception {
        var script = Script.of(new IllegalArgumentException("no rollback"), "result");
        assertThat(service.withoutRollback("within", script)).isEqualTo("result");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aStatefulCallFailsWithWhatIsRolledBack() throws Exception {
        var script = Script.of(failure, "result");
        assertThrows(failure, () -> service.withoutRollback("rolled back", script));
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(service.withoutRollback("rolled back", script)).isEqualTo("result");
    }

    @Test
    void aStatefulCallIsExhaustedWithinByWhatIsNotRolledBack() {
        var last = new IllegalArgumentException("no rollback");
        var script = Script.of(last);
        var thrown = catchThrowable(() -> service.withoutRollback("exhausted", script));
        assertThat(thrown).isExactlyInstanceOf(ExhaustedRetryException.class);
        assertThat(thrown.getCause()).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(3);
    }

    private RetryContext outerContextAround(Script stateful) throws Exception {
        return (RetryContext) service.call(Script.calling(() -> {
            catchThrowable(() -> service.stateful(stateful));
            return getContext();
        }));
    }

    private void assertExhausted(Throwable last, Script script) {
        var thrown = catchThrowable(() -> service.repeated(script));
        assertThat(thrown)
                .isExactlyInstanceOf(ExhaustedRetryException.class)
                .hasMessageStartingWith("Retry exhausted after last attempt with no recovery path");
        assertThat(thrown.getCause()).isSameAs(last);
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
        Object keyed(String key, Script script) throws Exception {
            return script.run();
        }

        @Retryable(interceptor = "withoutRollback")
        Object withoutRollback(String key, Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(label = "label", maxAttempts = 4)
        Object labelled(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker
        Object circuit(Script script) throws Exception {
            return script.run();
        }

        @CircuitBreaker
        Object anotherCircuit(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true)
        Object stateful(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, backoff = @Backoff(delay = 10, multiplier = 2))
        Object repeated(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, retryFor = IllegalStateException.class)
        Object onlyState(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, maxAttempts = 2, label = "label")
        Object labelledRepeated(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true, maxAttempts = 2, label = "label")
        Object labelledRepeatedToo(Script script) throws Exception {
            return script.run();
        }
    }

    static class RecoveringService {

        @CircuitBreaker(maxAttempts = 2, openTimeout = 600_000, resetTimeout = 600_000)
        Object circuit(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(stateful = true)
        Object stateful(Script script) throws Exception {
            return script.run();
        }

        @Recover
        Object recover(Exception failure, Script script) {
            return "recovered from " + failure.getMessage();
        }
    }
}
