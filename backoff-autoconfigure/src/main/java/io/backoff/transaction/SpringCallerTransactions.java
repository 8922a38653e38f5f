package io.backoff.transaction;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.MethodTransactions;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Looks up Spring's transactions: active transactions of the thread, their completion, and transactions that methods
 * declare.
 */
final class SpringCallerTransactions implements CallerTransactions {

    private final ObjectProvider<TransactionAttributeSource> attributes;
    private final ActiveTransactions active;

    SpringCallerTransactions(ObjectProvider<TransactionAttributeSource> attributes, ActiveTransactions active) {
        this.attributes = attributes;
        this.active = active;
    }

    @Override
    public boolean isActive() {
        return active.any();
    }

    @Override
    public boolean isRollbackOnly() {
        return active.anyRollbackOnly();
    }

    @Override
    public void whenEnded(Consumer<Ending> then) {
        if (hasEnd()) {
            TransactionWrites.add(new TransactionWrites.Write() {
                @Override
                public void undone() {
                    then.accept(Ending.ROLLED_BACK);
                }

                @Override
                public void ended(int status) {
                    then.accept(ending(status));
                }
            });
        } else {
            then.accept(Ending.COMMITTED);
        }
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
        if (hasEnd()) {
            TransactionWrites.add(new TransactionWrites.Write() {
                @Override
                public void committing() {
                    check.run();
                }
            });
        }
        return hasEnd();
    }

    private boolean hasEnd() {
        return active.any() && TransactionSynchronizationManager.isSynchronizationActive();
    }

    @Override
    public @Nullable MethodTransactions of(Method method, Class<?> targetClass) {
        return declared(method, targetClass, propagation -> !isOutside(propagation));
    }

    @Override
    public @Nullable MethodTransactions independent(Method method, Class<?> targetClass) {
        return declared(
                method,
                targetClass,
                propagation -> isOutside(propagation) || propagation == TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    private @Nullable MethodTransactions declared(Method method, Class<?> targetClass, IntPredicate propagation) {
        TransactionAttributeSource source = attributes.getIfUnique(AnnotationTransactionAttributeSource::new);
        TransactionAttribute attribute = source.getTransactionAttribute(method, targetClass);
        return attribute != null && propagation.test(attribute.getPropagationBehavior())
                ? new DeclaredTransactions(active, attribute, targetClass)
                : null;
    }

    private static boolean isOutside(int propagation) {
        return propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED
                || propagation == TransactionDefinition.PROPAGATION_NEVER;
    }
}
