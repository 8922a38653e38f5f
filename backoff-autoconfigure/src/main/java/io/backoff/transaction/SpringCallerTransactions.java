package io.backoff.transaction;

import io.backoff.engine.CallerTransactions;
import java.lang.reflect.Method;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transactions of threads, and the propagation that methods declare. */
final class SpringCallerTransactions implements CallerTransactions {

    private final ObjectProvider<TransactionAttributeSource> attributes;

    SpringCallerTransactions(ObjectProvider<TransactionAttributeSource> attributes) {
        this.attributes = attributes;
    }

    @Override
    public boolean isActive() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    @Override
    public boolean joins(Method method, Class<?> targetClass) {
        TransactionAttributeSource source = attributes.getIfUnique(AnnotationTransactionAttributeSource::new);
        TransactionAttribute attribute = source.getTransactionAttribute(method, targetClass);
        return attribute != null && joins(attribute.getPropagationBehavior());
    }

    private static boolean joins(int propagation) {
        return switch (propagation) {
            case TransactionDefinition.PROPAGATION_REQUIRES_NEW,
                    TransactionDefinition.PROPAGATION_NESTED,
                    TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
                    TransactionDefinition.PROPAGATION_NEVER -> false;
            default -> true;
        };
    }
}
