package io.backoff.aop;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.Guard;
import io.backoff.engine.OneAttemptGuard;
import io.backoff.engine.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Makes one attempt of each call that is part of a transaction of its caller, and leaves all others to another driver.
 *
 * @param driver carries out the calls
 * @param transactions recognizes those in a transaction
 * @param joining guards those
 */
record TransactionalDriver(CallDriver driver, CallerTransactions transactions, OneAttemptGuard joining)
        implements CallDriver {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return driver.supports(method, returned);
    }

    @Override
    public boolean asynchronous() {
        return driver.asynchronous();
    }

    @Override
    public boolean judgesResults() {
        return driver.judgesResults();
    }

    @Override
    public @Nullable Object[] arguments(@Nullable Object[] ofCaller) {
        return driver.arguments(ofCaller);
    }

    @Override
    public @Nullable Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return driver.call(transactions.isActive() ? joining.forCall() : guard, operation);
    }
}
