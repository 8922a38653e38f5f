package io.backoff.engine;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Transactions that throw on one of their queries. */
record BrokenTransactions(Question breaking, Throwable failure) implements CallerTransactions {

    enum Question {
        ACTIVE,
        ROLLBACK_ONLY
    }

    @Override
    public boolean isActive() {
        return yes(Question.ACTIVE);
    }

    @Override
    public boolean isRollbackOnly() {
        return yes(Question.ROLLBACK_ONLY);
    }

    private boolean yes(Question question) {
        if (question == breaking) {
            BrokenTransactions.<RuntimeException>sneak(failure);
        }
        return true;
    }

    @Override
    public @Nullable MethodTransactions of(Method method, Class<?> targetClass) {
        return null;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }
}
