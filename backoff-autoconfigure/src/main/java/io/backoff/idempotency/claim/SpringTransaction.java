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
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                then.accept(
                        switch (status) {
                            case STATUS_COMMITTED -> Ending.COMMITTED;
                            case STATUS_ROLLED_BACK -> Ending.ROLLED_BACK;
                            default -> Ending.UNKNOWN;
                        });
            }
        });
    }

    @Override
    public boolean beforeCommit(Runnable check) {
        if (!isActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                check.run();
            }
        });
        return true;
    }

    private static boolean isActive() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }
}
