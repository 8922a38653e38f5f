package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.retry.support.RetrySynchronizationManager.getContext;

import io.backoff.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.CircuitBreaker;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.support.RetrySynchronizationManager;

/** What {@code RetrySynchronizationManager.getContext()} returns within an attempt. */
@Timeout(30)
class SpringRetriesContextTests extends SpringRetryBeans {

    private static final int THREADS = 8;

    private final Service service = get(Service.class);
    private final IllegalStateException failure = new IllegalStateException();

    SpringRetriesContextTests(String mode) {
        super(mode, Service.class);
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
    void isANewContextForEachCall() throws Exception {
        assertThat(service.call(Script.calling(RetrySynchronizationManager::getContext)))
                .isNotSameAs(service.call(Script.calling(RetrySynchronizationManager::getContext)));
    }

    @Test
    void isTheInnerContextInAnInnerCallAndTheOuterAgainAfterwards() throws Exception {
        var result = service.call(Script.calling(() -> {
            var outer = getContext();
            var inner = (RetryContext) service.inner(Script.calling(RetrySynchronizationManager::getContext));
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
            assertThrows(failure, () -> service.inner(Script.of(failure)));
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
    void keepsConcurrentCallsApart() throws Exception {
        var barrier = new CyclicBarrier(THREADS);
        var threads = Executors.newFixedThreadPool(THREADS);
        try {
            var calls = new ArrayList<Callable<Integer>>();
            for (int thread = 0; thread < THREADS; thread++) {
                calls.add(() -> attemptsOfOneCall(barrier));
            }
            for (var attempts : threads.invokeAll(calls)) {
                assertThat(attempts.get(10, TimeUnit.SECONDS)).isEqualTo(3);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(delays().all()).hasSize(2 * THREADS);
    }

    private int attemptsOfOneCall(CyclicBarrier barrier) throws Exception {
        Callable<Object> failing = () -> {
            barrier.await(10, TimeUnit.SECONDS);
            throw failure;
        };
        var script = Script.calling(failing, failing, () -> getContext().getRetryCount());
        assertThat(service.call(script)).isEqualTo(2);
        return script.attempts();
    }

    private RetryContext outerContextAround(Script stateful) throws Exception {
        return (RetryContext) service.call(Script.calling(() -> {
            catchThrowable(() -> service.stateful(stateful));
            return getContext();
        }));
    }

    static class Service {

        @Retryable
        Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 2)
        Object inner(Script script) throws Exception {
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
    }
}
