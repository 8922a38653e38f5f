package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import io.backoff.pace.Turn;
import io.backoff.pace.Turn.State;
import io.backoff.result.Caller;
import io.backoff.result.ResultKind;
import io.backoff.result.Start;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * An invocation of an adopted method: a call outside the retry library's advice, or an attempt inside it. The call and
 * its attempts find the same {@link AdoptedCall} in an attribute of the invocation: the library copies the invocation
 * for each attempt, and all copies share the attributes.
 *
 * <p>If the library retries a method by subscribing to its lazy result again, each subscription by the caller is a
 * call, and each subscription by the library is an attempt. For all other methods, each invocation by the caller is a
 * call, which ends when its result completes.
 *
 * @param method the method
 * @param invocation proceeds to the library's advice if this is a call, and to the method if this is an attempt
 * @param attribute the name of the attribute that holds the call; each retry advice of a proxy has its own
 */
record AdoptedInvocation(AdoptedMethod method, ProxyMethodInvocation invocation, String attribute) {

    /** Makes the call. */
    @Nullable
    Object call() throws Throwable {
        return method.subscribedAgain() ? callOnSubscription() : callNow();
    }

    private @Nullable Object callNow() throws Throwable {
        ResultKind kind = method.kind();
        AdoptedCall call = method.begin(RetryScopeHolder.current());
        invocation.setUserAttribute(attribute, call);
        Throwable tooLate = call.endedTooLate();
        if (tooLate != null) {
            return kind.defer(caller -> {
                throw tooLate;
            });
        }
        @Nullable Object result;
        try {
            result = invocation.proceed();
        } catch (Throwable thrown) {
            call.over(thrown);
            throw thrown;
        }
        if (result == null) {
            call.over(null);
            return null;
        }
        return kind.lazy() ? endedBySubscription(call, result) : followed(call, result);
    }

    /** Returns the library's own result, because callers may rely on its type and cancel it. */
    private Object followed(AdoptedCall call, Object result) throws Throwable {
        // If the library does not retry failed futures, it regards the attempt as over when the method returns. The
        // outcome is recorded when the future completes.
        boolean unrecorded = method.kind().asynchronous() && !method.retriesResults();
        FollowedCall ending = new FollowedCall(call, unrecorded, null, Map.of());
        try {
            method.kind().follow(result, ending);
        } catch (RuntimeException rejected) {
            // Some stages throw an exception when a callback is added. The caller gets such a stage nevertheless.
            ending.returned(result);
        }
        return result;
    }

    /**
     * The call that created the result ends when the first subscription ends; each further subscription is a separate
     * call.
     */
    private @Nullable Object endedBySubscription(AdoptedCall creating, Object result) throws Throwable {
        AtomicReference<@Nullable AdoptedCall> unsubscribed = new AtomicReference<@Nullable AdoptedCall>(creating);
        return method.kind().defer(caller -> {
            AdoptedCall created = unsubscribed.getAndSet(null);
            AdoptedCall call = created != null ? continued(created) : unretried(caller);
            Start begin = subscriber -> result;
            return followed(call, caller, call.execution().isPaced() ? inTurn(call, begin, begin) : result);
        });
    }

    private static AdoptedCall continued(AdoptedCall created) {
        created.execution().subscribed();
        return created;
    }

    private AdoptedCall unretried(Caller caller) throws Throwable {
        AdoptedCall call = begin(caller);
        call.execution().begin();
        return call;
    }

    private AdoptedCall begin(Caller caller) throws Throwable {
        AdoptedCall call = method.begin(caller.scope());
        Throwable tooLate = call.endedTooLate();
        if (tooLate != null) {
            throw tooLate;
        }
        return call;
    }

    private @Nullable Object followed(AdoptedCall call, Caller caller, @Nullable Object result) throws Throwable {
        return method.kind()
                .follow(
                        result,
                        new FollowedCall(
                                call,
                                true,
                                caller.scope(),
                                Map.of(RetryScope.class, call.execution().call().scope())));
    }

    private @Nullable Object callOnSubscription() throws Throwable {
        FirstSubscription first = new FirstSubscription();
        invocation.setUserAttribute(attribute, first);
        @Nullable Object result;
        try {
            result = invocation.proceed();
        } catch (Throwable thrown) {
            notCreated(thrown);
            throw thrown;
        }
        return result == null ? null : method.kind().defer(caller -> subscribed(caller, first, result));
    }

    private void notCreated(Throwable thrown) {
        AdoptedCall call = method.begin(RetryScopeHolder.current());
        call.execution().begin();
        call.execution().attemptFailed(thrown);
        call.over(thrown);
    }

    private @Nullable Object subscribed(Caller caller, FirstSubscription first, Object result) throws Throwable {
        Subscribed subscribed = new Subscribed(begin(caller), caller.scope());
        if (caller == Caller.THREAD && !first.is(subscribed)) {
            subscribed.call().execution().begin();
            return followed(subscribed.call(), caller, result);
        }
        return method.kind()
                .follow(result, new FollowedCall(subscribed.call(), false, caller.scope(), Map.of(method, subscribed)));
    }

    /** Makes an attempt. */
    @Nullable
    Object attempt() throws Throwable {
        return method.subscribedAgain() ? attemptOnSubscription() : attemptNow();
    }

    private @Nullable Object attemptNow() throws Throwable {
        if (!(invocation.getUserAttribute(attribute) instanceof AdoptedCall call)) {
            return invocation.proceed();
        }
        Duration wait = call.next();
        boolean blocks = !method.kind().asynchronous();
        if (wait == null || blocks && !call.execution().await(wait)) {
            // A denial must be a failed result: the library may lose an exception thrown on another thread, and the
            // caller's future would then never complete.
            return method.retriesResults() ? denied(call) : call.repeat();
        }
        return blocks || !call.execution().isPaced() ? proceed(call, true) : attemptInTurn(call);
    }

    private @Nullable Object attemptInTurn(AdoptedCall call) throws Throwable {
        if (method.kind().lazy()) {
            // The subscription to a lazy result waits until the policy's pace allows the attempt.
            return proceed(call, true);
        }
        Start begin = caller -> proceed(call, true);
        if (method.retriesResults()) {
            return inTurn(call, begin, begin);
        }
        // If the method throws an exception, the library retries on this thread, which it blocks during delays. So a
        // retry may also block the thread until the policy's pace allows it.
        boolean held = call.execution().lastThrown() != null;
        if (held || !method.beginsLater()) {
            return call.execution().await(Duration.ZERO) ? proceed(call, true) : call.repeat();
        }
        // If the attempt must wait for its turn, the library gets a future from Backoff before the method is called. If
        // the method then throws an exception, that future completes with the exception.
        return inTurn(call, begin, caller -> proceed(call, false));
    }

    private @Nullable Object proceed(AdoptedCall call, boolean records) throws Throwable {
        @Nullable Object result = call.proceed(invocation, records);
        if (method.retriesResults() && result != null) {
            return method.kind().follow(result, new FollowedAttempt(call, null));
        }
        call.execution().attemptReturned(result);
        return result;
    }

    /**
     * Begins an asynchronous attempt when the policy's pace allows it: see {@link Turn}. No thread waits meanwhile.
     *
     * @param now begins the attempt on the current thread, if it need not wait
     * @param later begins the attempt on a retry thread
     */
    private @Nullable Object inTurn(AdoptedCall call, Start now, Start later) throws Throwable {
        AdoptedExecution execution = call.execution();
        Turn turn = execution.turn();
        if (turn.state() == State.WAITING) {
            return method.kind()
                    .inTurn(
                            execution.call(),
                            turn,
                            caller -> execution.isAdmitted(turn) ? later.start(caller) : repeated(call));
        }
        return execution.isAdmitted(turn) ? now.start(Caller.THREAD) : denied(call);
    }

    private @Nullable Object denied(AdoptedCall call) throws Throwable {
        return method.kind().defer(caller -> repeated(call));
    }

    private @Nullable Object repeated(AdoptedCall call) throws Throwable {
        return method.kind().completed(call.repeat());
    }

    private @Nullable Object attemptOnSubscription() throws Throwable {
        @Nullable Object result = invocation.proceed();
        return result == null ? null : method.kind().defer(caller -> attempt(caller, result));
    }

    private @Nullable Object attempt(Caller caller, Object result) throws Throwable {
        Subscribed subscribed = find(caller);
        if (subscribed == null) {
            return result;
        }
        AdoptedCall call = subscribed.call();
        boolean denied = call.next() == null;
        // If the last attempt was a stream that the library rejected, its elements have already reached the subscriber
        // and cannot be repeated. So the next attempt is made, although it is denied.
        if (denied && (method.kind().single() || call.execution().lastThrown() != null)) {
            return repeated(call);
        }
        if (denied || !call.execution().isPaced()) {
            return followed(subscribed, result);
        }
        Start begin = subscriber -> followed(subscribed, result);
        return inTurn(call, begin, begin);
    }

    private @Nullable Object followed(Subscribed subscribed, Object result) throws Throwable {
        AdoptedCall call = subscribed.call();
        call.execution().begin();
        return method.kind().follow(result, new FollowedAttempt(call, subscribed.outside()));
    }

    private @Nullable Subscribed find(Caller caller) {
        if (caller.find(method) instanceof Subscribed subscribed) {
            return subscribed;
        }
        return invocation.getUserAttribute(attribute) instanceof FirstSubscription first ? first.get() : null;
    }

    /**
     * A call whose attempts are subscriptions.
     *
     * @param outside the {@link RetryScope} in which the caller subscribes; {@code null} for none
     */
    private record Subscribed(AdoptedCall call, @Nullable RetryScope outside) {}

    /**
     * The first subscription to a result whose subscribers have no context. A second subscription empties this
     * reference, because an attempt could then belong to either subscription.
     */
    private static final class FirstSubscription extends AtomicReference<@Nullable Subscribed> {

        private static final long serialVersionUID = 1L;

        private boolean taken;

        synchronized boolean is(Subscribed subscribed) {
            set(taken ? null : subscribed);
            boolean first = !taken;
            taken = true;
            return first;
        }
    }
}
