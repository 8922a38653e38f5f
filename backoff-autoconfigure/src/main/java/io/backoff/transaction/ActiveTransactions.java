package io.backoff.transaction;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.StringUtils;

/** The transactions of the current thread, as the application's transaction managers know them. */
final class ActiveTransactions {

    private final ConfigurableListableBeanFactory beans;
    private final ExistingManagers managers;

    ActiveTransactions(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        this.managers = new ExistingManagers(beans);
    }

    /** Whether the thread is in a transaction of any manager. */
    boolean any() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Whether the thread is in a transaction of the manager; {@code true} if the manager cannot be inspected. */
    boolean anyOf(@Nullable TransactionManager manager) {
        return any() && (!(manager instanceof AbstractPlatformTransactionManager known) || isIn(known));
    }

    /** Whether a transaction of the thread is rollback-only. */
    boolean anyRollbackOnly() {
        return any()
                && (isDeclaredRollbackOnly() || managers.all().stream().anyMatch(ActiveTransactions::isRollbackOnly));
    }

    /** Returns the manager for a transaction attribute, by Spring's rules; {@code null} if unknown. */
    @Nullable
    TransactionManager managerOf(TransactionAttribute attribute, Class<?> targetClass) {
        try {
            String qualifier = attribute.getQualifier();
            if (StringUtils.hasText(qualifier)) {
                return qualified(qualifier);
            }
            TransactionManager ofType = byType(targetClass);
            return ofType != null ? ofType : byDefault();
        } catch (BeansException unknown) {
            return null;
        }
    }

    // The qualifier of a class may have nothing to do with transactions, so it is ignored if no manager has it.
    private @Nullable TransactionManager byType(Class<?> targetClass) {
        String qualifier = BeanFactoryAnnotationUtils.getQualifierValue(targetClass);
        try {
            return StringUtils.hasText(qualifier) ? qualified(qualifier) : null;
        } catch (NoSuchBeanDefinitionException none) {
            return null;
        }
    }

    /** Whether proxies begin transactions; if not, woven code does. */
    boolean areBegunByProxies() {
        return beans.getBeanNamesForType(TransactionInterceptor.class, true, false).length > 0;
    }

    private TransactionManager qualified(String qualifier) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, qualifier);
    }

    private @Nullable TransactionManager byDefault() {
        TransactionInterceptor interceptor =
                beans.getBeanProvider(TransactionInterceptor.class).getIfUnique();
        TransactionManager chosen = interceptor == null ? null : interceptor.getTransactionManager();
        return chosen != null
                ? chosen
                : beans.getBeanProvider(TransactionManager.class).getIfUnique();
    }

    // A transactional method may have marked its own status rollback-only; its manager learns of that only when the
    // method ends.
    private static boolean isDeclaredRollbackOnly() {
        try {
            return TransactionAspectSupport.currentTransactionStatus().isRollbackOnly();
        } catch (NoTransactionException none) {
            return false;
        }
    }

    private static boolean isIn(AbstractPlatformTransactionManager manager) {
        try {
            return current(manager).hasTransaction();
        } catch (RuntimeException unknown) {
            return true;
        }
    }

    private static boolean isRollbackOnly(AbstractPlatformTransactionManager manager) {
        try {
            TransactionStatus current = current(manager);
            return current.hasTransaction() && current.isRollbackOnly();
        } catch (RuntimeException unknown) {
            return false;
        }
    }

    /**
     * Returns the status of the manager's current transaction, which this method joins. If the manager has no current
     * transaction, the status says so. Callers have checked that the thread is in a transaction of some manager:
     * without one, this method could begin a transaction synchronization, which would have to be completed.
     */
    private static TransactionStatus current(AbstractPlatformTransactionManager manager) {
        DefaultTransactionDefinition look =
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS);
        // A manager may require participants in a read-only transaction to be read-only too.
        look.setReadOnly(TransactionSynchronizationManager.isCurrentTransactionReadOnly());
        return manager.getTransaction(look);
    }
}
