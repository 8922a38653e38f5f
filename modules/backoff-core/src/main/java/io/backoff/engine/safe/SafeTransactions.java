package io.backoff.engine.safe;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.MethodTransactions;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up callers' transactions. {@link #isActive} and {@link #isRollbackOnly} never throw: they return {@code false}
 * if the lookup fails. The other methods may throw.
 */
public final class SafeTransactions implements CallerTransactions {

    private static final Logger logger = System.getLogger(SafeTransactions.class.getName());

    private static final LogMessage TRANSACTION_FAILED =
            LogMessage.warning("The caller's transaction could not be inspected");

    private final CallerTransactions transactions;
    private final LogLimit once = LogLimit.once();

    private SafeTransactions(CallerTransactions transactions) {
        this.transactions = transactions;
    }

    public static CallerTransactions of(CallerTransactions transactions) {
        return transactions == NONE || transactions instanceof SafeTransactions
                ? transactions
                : new SafeTransactions(transactions);
    }

    @Override
    public boolean isActive() {
        return ask(transactions::isActive);
    }

    @Override
    public boolean isRollbackOnly() {
        return ask(transactions::isRollbackOnly);
    }

    @Override
    public @Nullable MethodTransactions of(Method method, Class<?> targetClass) {
        return transactions.of(method, targetClass);
    }

    @Override
    public @Nullable MethodTransactions independent(Method method, Class<?> targetClass) {
        return transactions.independent(method, targetClass);
    }

    @Override
    public void whenEnded(Consumer<Ending> then) {
        transactions.whenEnded(then);
    }

    @Override
    public boolean beforeCommit(Runnable check) {
        return transactions.beforeCommit(check);
    }

    private boolean ask(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (Throwable failure) {
            once.log(this, TRANSACTION_FAILED.with(), logger, failure);
            return false;
        }
    }
}
