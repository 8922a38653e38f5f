package io.backoff.transaction;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Recognizes calls that take part in a Spring transaction of their caller. */
@AutoConfiguration(before = BackoffAutoConfiguration.class)
@ConditionalOnClass(TransactionSynchronizationManager.class)
public final class BackoffTransactionAutoConfiguration {

    @Bean
    SpringCallerTransactions backoffCallerTransactions(
            ObjectProvider<TransactionAttributeSource> attributes, ConfigurableListableBeanFactory beans) {
        return new SpringCallerTransactions(attributes, new ActiveTransactions(beans));
    }
}
