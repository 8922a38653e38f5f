package io.backoff.idempotency.method;

import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.idempotency.claim.ClaimResult;
import io.backoff.idempotency.claim.HeldClaim;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.idempotency.key.CallContext;
import io.backoff.idempotency.key.RequestKeyResolver;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/** One call of an idempotent method, as those see it that carry it out. */
public final class IdempotentCall {

    private final IdempotentMethod method;
    private final ProxyMethodInvocation invocation;

    IdempotentCall(IdempotentMethod method, ProxyMethodInvocation invocation) {
        this.method = method;
        this.invocation = invocation;
    }

    /** Where the call comes from, by the thread that makes it. */
    public CallContext context() {
        return method.principal().context();
    }

    /** Whether beginning and ending wait for something outside of this process. */
    public boolean blocks() {
        return method.service().store().blocks();
    }

    /** Runs what ends an operation: elsewhere if it waits for the store. */
    public void execute(Runnable work) {
        try {
            method.service().execute(work);
        } catch (RejectedExecutionException stopping) {
            work.run();
        }
    }

    /**
     * Asks to carry the operation out.
     *
     * @throws RuntimeException if it must not be carried out now
     */
    public Begun begin(CallContext context) {
        String key = method.keys().key(context, invocation.getThis(), invocation.getArguments());
        OperationId id = OperationId.of(method.application(), method.operation(), context.principal(), key);
        String fingerprint = method.fingerprint().of(invocation.getArguments());
        RequestKeyResolver requests = method.requests();
        try {
            ClaimResult admission = method.service().admit(id, fingerprint);
            if (requests != null && admission instanceof ClaimResult.Repeated) {
                requests.repeated(context);
            }
            return new Begun(admission);
        } catch (IdempotencyService.StoreFailure broken) {
            RuntimeException instead = requests == null ? null : requests.unavailable(broken.failure());
            throw instead == null ? broken.failure() : instead;
        }
    }

    /** Carries the operation out; may be called again. */
    public @Nullable Object proceed() throws Throwable {
        // Of a Mono, this is at its subscription: by then, Spring exposes the invocation to aspects no longer.
        return ExposeInvocationInterceptor.INSTANCE.invoke(invocation.invocableClone());
    }

    /** A call that was let through, or is answered without. */
    public final class Begun {

        private final ClaimResult admission;

        private Begun(ClaimResult admission) {
            this.admission = admission;
        }

        /** Whether the operation was carried out before, and must not be again. */
        public boolean isDuplicate() {
            return admission instanceof ClaimResult.Repeated;
        }

        /**
         * The answer to a duplicate.
         *
         * @throws Throwable what the operation failed with, or that there is no result
         */
        public @Nullable Object answer() throws Throwable {
            if (admission instanceof ClaimResult.Repeated repeated) {
                return method.results().replay(repeated.outcome(), method.loader());
            }
            throw new IllegalStateException("The operation has to be carried out");
        }

        /** The operation is over. Does not throw, unless the outcome is part of a transaction that it breaks. */
        public void returned(@Nullable Object result) {
            end(method.results().ofResult(result));
        }

        /** The operation has failed. */
        public void threw(Throwable failure) {
            end(method.results().ofFailure(failure));
        }

        private void end(@Nullable StoredOutcome outcome) {
            if (admission instanceof HeldClaim claim) {
                if (outcome == null) {
                    claim.free();
                } else {
                    claim.keep(outcome);
                }
            }
        }
    }
}
