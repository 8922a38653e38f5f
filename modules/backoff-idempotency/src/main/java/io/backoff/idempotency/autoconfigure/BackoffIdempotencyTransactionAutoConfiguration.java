package io.backoff.idempotency.autoconfigure;

import io.backoff.idempotency.claim.SpringTransaction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Stores outcomes only when the transaction around the operation has committed. */
@AutoConfiguration
@ConditionalOnClass(TransactionSynchronizationManager.class)
public final class BackoffIdempotencyTransactionAutoConfiguration {

    @Bean
    SpringTransaction backoffSurroundingTransaction() {
        return new SpringTransaction();
    }
}
