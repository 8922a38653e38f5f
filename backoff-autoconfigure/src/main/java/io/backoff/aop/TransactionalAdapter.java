package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Limits calls whose attempts would share a transaction to one attempt. Another adapter carries out all calls.
 *
 * @param adapter carries out the calls
 * @param transactions the transactions that the method declares
 * @param single guards the calls that share a transaction
 */
record TransactionalAdapter(ReturnTypeAdapter adapter, MethodTransactions transactions, OneAttemptGuard single)
        implements ReturnTypeAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return adapter.supports(method, returned);
    }

    @Override
    public boolean asynchronous() {
        return adapter.asynchronous();
    }

    @Override
    public boolean judgesResults() {
        return adapter.judgesResults();
    }

    @Override
    public @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        return adapter.arguments(ofCaller);
    }

    @Override
    public @Nullable Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return adapter.call(transactions.areActive() ? inTransaction(guard, operation) : guard, operation);
    }

    private Guard inTransaction(Guard guard, Operation<@Nullable Object> operation) {
        if (operation instanceof GuardedCall call && call.invocation().isInside(transactions)) {
            return single.forInside();
        }
        return transactions.join() ? single.forJoining() : guard;
    }
}
