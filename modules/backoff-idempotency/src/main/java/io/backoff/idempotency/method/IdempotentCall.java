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

/** One call of an idempotent method, as an {@link IdempotentAdapter} sees it. */
public final class IdempotentCall {

    private final IdempotentMethod method;
    private final ProxyMethodInvocation invocation;

    IdempotentCall(IdempotentMethod method, ProxyMethodInvocation invocation) {
        this.method = method;
        this.invocation = invocation;
    }

    /** Returns the origin of the call, as known to the thread that makes it. */
    public CallContext context() {
        return method.principal().context();
    }

    /** Whether beginning and ending the operation wait for something outside this process. */
    public boolean blocks() {
        return method.service().store().blocks();
    }

    /** Runs work that ends an operation: on another thread if the store blocks. */
    public void execute(Runnable work) {
        try {
            method.service().execute(work);
        } catch (RejectedExecutionException stopping) {
            work.run();
        }
    }

    /**
     * Claims the operation.
     *
     * @throws RuntimeException if the operation must not be carried out now
     */
    public Begun begin(CallContext context) {
        String key = method.keys().key(context, invocation.getThis(), invocation.getArguments());
        OperationId id = OperationId.of(method.application(), method.operation(), context.principal(), key);
        String fingerprint = method.fingerprint().of(invocation.getArguments());
        try {
            return claim(id, fingerprint, context);
        } catch (IdempotencyService.StoreFailure broken) {
            throw unavailable(broken.failure());
        }
    }

    private Begun claim(OperationId id, String fingerprint, CallContext context) {
        ClaimResult claimed = method.service().claim(id, fingerprint);
        RequestKeyResolver requests = method.requests();
        if (requests != null && claimed instanceof ClaimResult.Repeated) {
            requests.repeated(context);
        }
        return new Begun(claimed);
    }

    private RuntimeException unavailable(RuntimeException failure) {
        RequestKeyResolver requests = method.requests();
        RuntimeException instead = requests == null ? null : requests.unavailable(failure);
        return instead == null ? failure : instead;
    }

    /** Carries the operation out; may be called more than once. */
    public @Nullable Object proceed() throws Throwable {
        // A Mono gets here on subscription, when Spring no longer exposes the invocation to aspects.
        return ExposeInvocationInterceptor.INSTANCE.invoke(invocation.invocableClone());
    }

    /** A call that holds its claim, or is a duplicate. */
    public final class Begun {

        private final ClaimResult claimed;

        private Begun(ClaimResult claimed) {
            this.claimed = claimed;
        }

        /** Whether the operation was carried out before, and must not be carried out again. */
        public boolean isDuplicate() {
            return claimed instanceof ClaimResult.Repeated;
        }

        /**
         * Returns the result of the operation to a duplicate.
         *
         * @throws Throwable the failure of the operation, or an exception that says that there is no result
         */
        public @Nullable Object replay() throws Throwable {
            if (claimed instanceof ClaimResult.Repeated repeated) {
                return method.results().replay(repeated.outcome(), method.loader());
            }
            throw new IllegalStateException("The operation has to be carried out");
        }

        /** Ends the operation with a result. Throws only if the transaction around it has to be rolled back. */
        public void returned(@Nullable Object result) {
            end(method.results().ofResult(result));
        }

        /** Ends the operation with a failure. */
        public void threw(Throwable failure) {
            end(method.results().ofFailure(failure));
        }

        private void end(@Nullable StoredOutcome outcome) {
            if (claimed instanceof HeldClaim claim) {
                if (outcome == null) {
                    claim.release();
                } else {
                    claim.keep(outcome);
                }
            }
        }
    }
}
