package io.backoff.idempotency.claim;

import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The thread's transaction, as Spring manages it. */
public final class SpringTransaction implements SurroundingTransaction {

    @Override
    public void whenEnded(Consumer<Ending> then) {
        if (!isActive()) {
            then.accept(Ending.COMMITTED);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(reportEnding(then));
    }

    private static TransactionSynchronization reportEnding(Consumer<Ending> then) {
        return new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                then.accept(ending(status));
            }
        };
    }

    private static Ending ending(int status) {
        return switch (status) {
            case TransactionSynchronization.STATUS_COMMITTED -> Ending.COMMITTED;
            case TransactionSynchronization.STATUS_ROLLED_BACK -> Ending.ROLLED_BACK;
            default -> Ending.UNKNOWN;
        };
    }

    @Override
    public boolean beforeCommit(Runnable check) {
        if (!isActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(runBeforeCommit(check));
        return true;
    }

    private static TransactionSynchronization runBeforeCommit(Runnable check) {
        return new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                check.run();
            }
        };
    }

    private static boolean isActive() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }
}
