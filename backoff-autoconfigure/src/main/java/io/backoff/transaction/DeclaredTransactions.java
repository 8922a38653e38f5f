package io.backoff.transaction;

import io.backoff.engine.MethodTransactions;
import io.backoff.method.LazyBean;
import java.util.Optional;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** The transactions that a method declares with a transaction attribute. */
final class DeclaredTransactions implements MethodTransactions {

    private final ActiveTransactions active;
    private final TransactionAttribute attribute;
    // The manager is looked up only when the thread is in a transaction, so the managers already exist. The value is
    // empty if the manager cannot be determined.
    private final LazyBean<Optional<TransactionManager>> manager;

    DeclaredTransactions(ActiveTransactions active, TransactionAttribute attribute, Class<?> targetClass) {
        this.active = active;
        this.attribute = attribute;
        this.manager = new LazyBean<>(() -> Optional.ofNullable(active.managerOf(attribute, targetClass)));
    }

    @Override
    public boolean areActive() {
        return active.any() && active.anyOf(manager.get().orElse(null));
    }

    @Override
    public boolean join() {
        int propagation = attribute.getPropagationBehavior();
        return propagation != TransactionDefinition.PROPAGATION_REQUIRES_NEW
                && propagation != TransactionDefinition.PROPAGATION_NESTED;
    }

    @Override
    public boolean areBegunBy(Object advice) {
        return advice instanceof TransactionInterceptor;
    }

    @Override
    public boolean areBegunByProxies() {
        return active.areBegunByProxies();
    }
}
