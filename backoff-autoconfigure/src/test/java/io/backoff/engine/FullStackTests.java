package io.backoff.engine;

import static io.backoff.policy.Outcome.RECOVERED;
import static io.backoff.policy.Outcome.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryBudget;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls where little of the stack is left: one in each of many frames, from the last that there is room for up. */
@Timeout(60)
class FullStackTests {

    private static final int FRAMES = 1_000;
    private static final long STACK_SIZE = 512 * 1024;

    private final Probe[] probes =
            Stream.generate(() -> new Probe(new Calls())).limit(FRAMES).toArray(Probe[]::new);

    /** What is first used where no stack is left may not be used by any test after that. */
    @BeforeAll
    static void initializeClasses() {
        for (Calls calls : new Calls[] {new Calls(), broken(), unclassified()}) {
            Probe probe = new Probe(calls);
            probe.block();
            probe.startFuture();
            probe.start();
            probe.stage.complete("done");
        }
    }

    @Test
    void blockingCallsHaveOneOutcomeAtMost() throws Exception {
        runInLastFrames(frame -> probes[frame].block());
        assertThat(probes).allMatch(probe -> probe.outcomes() <= 1);
        assertThat(probes[0].outcomes()).isZero();
        assertThat(probes[FRAMES - 1].calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
        assertThat(probes).allSatisfy(Probe::assertThatItStillWorks);
    }

    @Test
    void futuresHaveOneOutcomeAtMost() throws Exception {
        runInLastFrames(frame -> probes[frame].startFuture());
        assertThat(probes).allMatch(probe -> probe.outcomes() <= 1);
        assertThat(probes[FRAMES - 1].calls.outcomes()).isEqualTo(Map.of(RECOVERED, 1L));
        assertThat(probes).allSatisfy(Probe::assertThatItStillWorks);
    }

    /** What completes them may fail before they are complete, which leaves it to the caller to end them. */
    @Test
    void futuresThatAreCompletedThereCanBeCancelled() throws Exception {
        Arrays.stream(probes).forEach(Probe::start);
        runInLastFrames(frame -> probes[frame].stage.complete("done"));
        Arrays.stream(probes).forEach(probe -> probe.future.cancel(true));
        assertThat(probes).allMatch(probe -> probe.outcomes() == 1);
        assertThat(probes[FRAMES - 1].calls.outcomes()).isEqualTo(Map.of(SUCCESS, 1L));
    }

    private static void runInLastFrames(IntConsumer step) throws InterruptedException {
        var layer = new AtomicReference<Object>("not run");
        Runnable fall = () -> {
            fall(step);
            layer.set(LayerScope.current());
        };
        var thread = new Thread(null, fall, "full stack", STACK_SIZE);
        thread.start();
        thread.join();
        assertThat(layer.get()).isNull();
    }

    /** Returns how many frames there were further down. */
    private static int fall(IntConsumer step) {
        int further;
        try {
            further = fall(step) + 1;
        } catch (StackOverflowError full) {
            further = 0;
        }
        if (further < FRAMES) {
            take(step, further);
        }
        return further;
    }

    private static void take(IntConsumer step, int frame) {
        try {
            step.accept(frame);
        } catch (StackOverflowError full) {
            // As expected, in the last frames.
            return;
        }
    }

    /** Each part of the library handles an overflow of what it calls. */
    private static Calls broken() {
        Calls calls = new Calls();
        calls.listeners.add(decision -> overflow());
        calls.log = decision -> overflow();
        calls.meters = new CallMeters() {
            @Override
            public void ended(Outcome outcome, int attempts) {
                overflow();
            }
        };
        calls.budget = (RetryBudget) Proxy.newProxyInstance(
                FullStackTests.class.getClassLoader(),
                new Class<?>[] {RetryBudget.class},
                (proxy, method, arguments) -> overflow());
        return calls;
    }

    private static Calls unclassified() {
        Calls calls = new Calls();
        calls.classifiers.add(failure -> overflow());
        return calls;
    }

    private static <T> T overflow() {
        StackOverflowError error = new StackOverflowError("of a test");
        error.setStackTrace(new StackTraceElement[0]);
        throw error;
    }

    /** Calls whose second attempt succeeds, or that a test completes. */
    private static final class Probe {

        private final Calls calls;
        private final Guard guard;
        private final IOException failure = new IOException("first");
        private final CompletableFuture<Object> stage = new CompletableFuture<>();
        private CompletableFuture<Object> future;
        private int attempts;

        Probe(Calls calls) {
            this.calls = calls;
            calls.delay = Calls.constant(Duration.ZERO);
            guard = calls.guard();
        }

        void block() {
            attempts = 0;
            try {
                BlockingRunner.run(guard, this::succeedLater);
            } catch (IOException | StackOverflowError ended) {
                return;
            } catch (Throwable unexpected) {
                throw new AssertionError(unexpected);
            }
        }

        void startFuture() {
            attempts = 0;
            FutureRunner.run(guard, () -> CompletableFuture.completedFuture(succeedLater()));
        }

        void start() {
            future = FutureRunner.run(guard, () -> stage);
        }

        long outcomes() {
            return calls.outcomes().values().stream().mapToLong(Long::longValue).sum();
        }

        void assertThatItStillWorks() {
            long before = calls.outcomes().getOrDefault(RECOVERED, 0L);
            block();
            assertThat(calls.outcomes()).containsEntry(RECOVERED, before + 1);
        }

        private Object succeedLater() throws IOException {
            if (attempts++ == 0) {
                throw failure;
            }
            return "done";
        }
    }
}
