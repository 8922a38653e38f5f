package io.backoff.transaction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * The existing transaction managers. A manager that has not been created yet has no transactions, and is not created
 * here.
 *
 * <p>Managers are collected again only after more beans have been created, which rarely happens after startup.
 */
final class ExistingManagers {

    private final ConfigurableListableBeanFactory beans;
    private volatile Found found = new Found(-1, List.of());

    ExistingManagers(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** The managers of the application and of its parent contexts. */
    List<AbstractPlatformTransactionManager> all() {
        // The beans are counted before the managers are collected, so a manager created meanwhile is found the next
        // time.
        int singletons = singletons();
        Found known = found;
        if (known.singletons() != singletons) {
            known = new Found(singletons, collect());
            found = known;
        }
        return known.managers();
    }

    private int singletons() {
        int count = 0;
        for (@Nullable BeanFactory current = beans;
                current instanceof ConfigurableListableBeanFactory factory;
                current = parentOf(factory)) {
            count += factory.getSingletonCount();
        }
        return count;
    }

    private List<AbstractPlatformTransactionManager> collect() {
        List<AbstractPlatformTransactionManager> managers = new ArrayList<>();
        for (@Nullable BeanFactory current = beans;
                current instanceof ConfigurableListableBeanFactory factory;
                current = parentOf(factory)) {
            for (String name : factory.getBeanNamesForType(PlatformTransactionManager.class, true, false)) {
                add(factory, name, managers);
            }
        }
        return managers;
    }

    private static void add(
            ConfigurableListableBeanFactory factory, String name, List<AbstractPlatformTransactionManager> managers) {
        try {
            if (factory.containsSingleton(name)
                    && factory.getBean(name) instanceof AbstractPlatformTransactionManager manager) {
                managers.add(manager);
            }
        } catch (BeansException unusable) {
            // The factory bean of the manager cannot create it, so the manager has no transactions.
            return;
        }
    }

    private static @Nullable BeanFactory parentOf(ConfigurableListableBeanFactory factory) {
        BeanFactory parent = factory.getParentBeanFactory();
        return parent instanceof ConfigurableApplicationContext context ? context.getBeanFactory() : parent;
    }

    /**
     * The collected managers.
     *
     * @param singletons number of singletons when the managers were collected
     */
    private record Found(int singletons, List<AbstractPlatformTransactionManager> managers) {}
}
