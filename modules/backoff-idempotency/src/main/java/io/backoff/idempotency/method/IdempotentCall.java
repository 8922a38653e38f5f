package io.backoff.idempotency.method;

import io.backoff.engine.MethodTransactions;
import io.backoff.engine.RetryScope;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.claim.ClaimResult;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.claim.OwnClaim;
import io.backoff.idempotency.claim.TransactionBoundary;
import io.backoff.idempotency.key.CallContext;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.result.Caller;
import io.backoff.result.Followed;
import io.backoff.result.Start;
import io.backoff.text.CauseChain;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * One call of an idempotent method. The call claims its key, and then executes the operation or replays the stored
 * outcome.
 */
final class IdempotentCall implements Start {

    private final IdempotentMethod method;
    private final ProxyMethodInvocation invocation;
    // The principal of the calling thread; used if the subscriber of the result has no principal.
    private final @Nullable String principal;

    IdempotentCall(IdempotentMethod method, ProxyMethodInvocation invocation) {
        this.method = method;
        this.invocation = invocation;
        this.principal = method.principal().name();
    }

    /** Makes the call. Returns the result for the caller. */
    @Nullable
    Object make() throws Throwable {
        TransactionBoundary boundary = method.boundary();
        return boundary == null
                ? method.kind().defer(this)
                : boundary.call(() -> method.kind().defer(this));
    }

    @Override
    public boolean owned() {
        return true;
    }

    /** Whether the call blocks its thread when it accesses the store. */
    @Override
    public boolean blocks() {
        return method.service().store().blocks();
    }

    @Override
    public @Nullable Object start(Caller caller) throws Throwable {
        String subscriber = caller.principal();
        ClaimResult claimed = claim(new CallContext(subscriber != null ? subscriber : principal, caller));
        return claimed instanceof ClaimResult.Repeated repeated
                ? method.kind().completed(method.results().replay(repeated.outcome(), method.loader()))
                : carryOut(new ClaimedOperation(claimed, caller.scope()));
    }

    private @Nullable Object carryOut(ClaimedOperation operation) throws Throwable {
        @Nullable Object result;
        try {
            // Exposes the invocation again, because aspects may need it: for a Mono, this code runs on subscription,
            // when Spring no longer exposes the invocation.
            result = ExposeInvocationInterceptor.INSTANCE.invoke(invocation.invocableClone());
        } catch (Throwable failure) {
            operation.end(method.results().ofFailure(failure));
            throw failure;
        }
        return method.kind().follow(result, operation);
    }

    /**
     * Claims the operation.
     *
     * @throws RuntimeException if the operation must not be executed now
     */
    private ClaimResult claim(CallContext context) {
        String key = method.keys().key(context, invocation.getThis(), invocation.getArguments());
        OperationId id = OperationId.of(method.application(), method.operation(), context.principal(), key);
        String fingerprint = method.fingerprint().of(invocation.getArguments());
        try {
            return claim(id, fingerprint, context);
        } catch (IdempotencyService.KeyStoreException broken) {
            throw unavailable(broken.failure());
        }
    }

    private ClaimResult claim(OperationId id, String fingerprint, CallContext context) {
        ClaimResult claimed = method.service().claim(id, fingerprint);
        RequestKeyResolver requests = method.requests();
        if (requests != null && claimed instanceof ClaimResult.Repeated) {
            requests.repeated(context);
        }
        return claimed;
    }

    private RuntimeException unavailable(RuntimeException failure) {
        RequestKeyResolver requests = method.requests();
        RuntimeException instead = requests == null ? null : requests.unavailable(failure);
        return instead == null ? failure : instead;
    }

    /**
     * Whether the operation survives a rollback of the current transaction. It does if the method declares that it runs
     * in a transaction of its own or in none, and Spring applies this declaration after the operation is claimed.
     */
    private boolean isIndependent() {
        MethodTransactions transactions = method.independent();
        return transactions != null && (!transactions.areBegunByProxies() || beginInside(transactions));
    }

    private boolean beginInside(MethodTransactions transactions) {
        return invocation.getProxy() instanceof Advised proxy
                && Stream.of(proxy.getAdvisors())
                        .dropWhile(advisor -> !(advisor instanceof IdempotentAdvisor))
                        .anyMatch(advisor -> transactions.areBegunBy(advisor.getAdvice()));
    }

    /** An operation that this call executes. The outcome is stored before the caller receives it. */
    private final class ClaimedOperation implements Followed {

        private final ClaimResult claimed;
        private final @Nullable RetryScope outside;

        ClaimedOperation(ClaimResult claimed, @Nullable RetryScope outside) {
            this.claimed = claimed;
            this.outside = outside;
        }

        /** Stores the outcome. Throws an exception only if the surrounding transaction must roll back. */
        @Override
        public void returned(@Nullable Object value) {
            end(method.results().ofResult(value));
        }

        @Override
        public void failed(Throwable failure) {
            end(method.results().ofFailure(CauseChain.unwrap(failure)));
        }

        @Override
        public void cancelled() {
            end(method.results().ofFailure(new CancellationException()));
        }

        @Override
        public boolean blocks() {
            return IdempotentCall.this.blocks();
        }

        /** Stores the outcome on another thread if the store blocks. */
        @Override
        public void execute(Runnable report) {
            try {
                method.service().execute(report);
            } catch (RejectedExecutionException stopping) {
                report.run();
            }
        }

        @Override
        public @Nullable RetryScope outside() {
            return outside;
        }

        private void end(@Nullable StoredOutcome outcome) {
            if (claimed instanceof OwnClaim claim) {
                if (outcome == null) {
                    claim.release();
                } else {
                    claim.keep(outcome, isIndependent());
                }
            }
        }
    }
}
