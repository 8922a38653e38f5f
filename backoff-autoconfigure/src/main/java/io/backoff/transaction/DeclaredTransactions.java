package io.backoff.transaction;

import io.backoff.engine.MethodTransactions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** The transactions that a method declares with an attribute. */
final class DeclaredTransactions implements MethodTransactions {

    private final ActiveTransactions active;
    private final TransactionAttribute attribute;
    private final Class<?> targetClass;
    // Found in a transaction, when the managers exist; empty where it is unknown.
    private volatile @Nullable Optional<TransactionManager> manager;

    DeclaredTransactions(ActiveTransactions active, TransactionAttribute attribute, Class<?> targetClass) {
        this.active = active;
        this.attribute = attribute;
        this.targetClass = targetClass;
    }

    @Override
    public boolean areActive() {
        return active.any() && active.anyOf(manager().orElse(null));
    }

    private Optional<TransactionManager> manager() {
        Optional<TransactionManager> known = manager;
        if (known == null) {
            known = Optional.ofNullable(active.managerOf(attribute, targetClass));
            manager = known;
        }
        return known;
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
