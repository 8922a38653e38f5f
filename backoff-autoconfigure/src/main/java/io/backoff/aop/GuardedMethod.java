package io.backoff.aop;

import io.backoff.engine.MethodTransactions;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.result.ResultKind;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A method guarded by its annotation or by the configuration, with all objects that its calls need. These objects are
 * resolved once.
 *
 * @param method the method of the target class
 * @param kind the kind of its results
 * @param guard the policy, meters and listeners
 * @param keys determines the keys of calls; {@code null} if calls have no key
 * @param condition the annotation's condition on results; {@code null} to use the policy's
 * @param fallback the fallback method; {@code null} for none
 * @param transaction limits a call to one attempt if its attempts would share a transaction; {@code null} if they
 *     cannot share one
 */
public record GuardedMethod(
        Method method,
        ResultKind kind,
        Guard guard,
        @Nullable MethodKeys keys,
        @Nullable ResultExpression condition,
        @Nullable FallbackMethod fallback,
        @Nullable SharedTransaction transaction) {

    /** Name of the policy. */
    public String policy() {
        return guard.calls().policy();
    }

    /** Makes a call of the method. */
    public @Nullable Object call(GuardedCall call) throws Throwable {
        Guard ofCall = transaction == null ? guard : transaction.limit(guard, call);
        return kind.retry(keys == null ? ofCall : ofCall.withKey(keys.of(call)), call);
    }

    /**
     * Limits a call to one attempt if its attempts would share a transaction.
     *
     * @param transactions the transactions that the method declares
     * @param single the guard for calls whose attempts would share a transaction
     */
    record SharedTransaction(MethodTransactions transactions, OneAttemptGuard single) {

        Guard limit(Guard guard, GuardedCall call) {
            if (!transactions.areActive()) {
                return guard;
            }
            if (call.isInside(transactions)) {
                return single.forInside();
            }
            return transactions.join() ? single.forJoining() : guard;
        }
    }
}
