package io.backoff.modulith;

import io.backoff.engine.CallerContext;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.modulith.Listeners.Listener;
import io.backoff.result.Followed;
import io.backoff.result.ResultKind;
import io.backoff.result.ResultKinds;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** Counts the attempts of listeners, and classifies their failures. */
final class ListenerInterceptor implements MethodInterceptor {

    private static final Logger logger = SpringLogger.of(ListenerInterceptor.class);

    private static final LogMessage NOT_RECORDED =
            LogMessage.warning("The end of an attempt of %s could not be recorded");

    private final Listeners listeners;
    private final RunningAttempts running;
    private final FailedAttempts failed;
    private final TimeSource time;

    ListenerInterceptor(Listeners listeners, RunningAttempts running, FailedAttempts failed, TimeSource time) {
        this.listeners = listeners;
        this.running = running;
        this.failed = failed;
        this.time = time;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Listener listener = target == null || invocation.getArguments().length == 0
                ? null
                : listeners.find(invocation.getMethod(), AopUtils.getTargetClass(target));
        return listener == null ? invocation.proceed() : follow(invocation, listener);
    }

    private @Nullable Object follow(MethodInvocation invocation, Listener listener) throws Throwable {
        Object event = Objects.requireNonNull(invocation.getArguments()[0], "'event' must not be null");
        PublicationAttempt resubmitted = running.take(event, listener.id());
        PublicationAttempt attempt = resubmitted == null ? first(listener) : resubmitted;
        Object result;
        CallerContext.Scope entered =
                RetryScopeHolder.enter(attempt.execution().call().scope());
        try {
            result = invocation.proceed();
        } catch (Throwable failure) {
            failed(attempt, listener, event, failure);
            throw failure;
        } finally {
            entered.close();
        }
        // Modulith completes the publication when the CompletableFuture of a listener completes, or immediately if the
        // listener returns anything else.
        ResultKind kind = result instanceof CompletableFuture<?> ? ResultKinds.FUTURE : ResultKinds.VALUE;
        return kind.follow(result, new EventDelivery(attempt, listener, event));
    }

    private PublicationAttempt first(Listener listener) {
        DurableExecution execution =
                DurableExecution.of(listener.guard(), DurableExecution.Progress.NONE, Duration.ZERO);
        awaitTurn(execution);
        execution.start();
        return new PublicationAttempt(null, execution, time.instant());
    }

    // Blocks the listener's own thread, because Modulith cannot defer a first attempt.
    private static void awaitTurn(DurableExecution execution) {
        try {
            BlockingRunner.awaitTurn(execution.call());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    // While the policy is disabled, nothing is recorded: the publication is resubmitted once the policy is enabled.
    private void failed(PublicationAttempt attempt, Listener listener, Object event, Throwable failure) {
        DurableExecution execution = attempt.execution();
        if (!execution.call().policyInForce().enabled()) {
            return;
        }
        try {
            Duration retryAfter = SafeClassifier.classify(execution.call().policyInForce(), failure)
                    .retryAfter();
            NextStep next = execution.call().failed(failure);
            if (next.stop() != null) {
                failed.end(
                        attempt, listener, event, next.stop(), execution.call().failure(failure));
            } else if (retryAfter != null) {
                failed.hold(attempt, listener, event, time.instant().plus(next.delay()));
            }
        } catch (RuntimeException | LinkageError broken) {
            NOT_RECORDED.with(listener.id()).log(logger, broken);
        }
    }

    /** An attempt of a listener to process an event. */
    private final class EventDelivery implements Followed {

        private final PublicationAttempt attempt;
        private final Listener listener;
        private final Object event;

        EventDelivery(PublicationAttempt attempt, Listener listener, Object event) {
            this.attempt = attempt;
            this.listener = listener;
            this.event = event;
        }

        @Override
        public void returned(@Nullable Object value) {
            attempt.execution().call().succeeded(null);
        }

        @Override
        public void failed(Throwable failure) {
            ListenerInterceptor.this.failed(attempt, listener, event, failure);
        }
    }
}
