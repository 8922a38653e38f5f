package io.backoff.context;

import io.backoff.engine.CallerContext;
import io.micrometer.context.ContextSnapshotFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Restores the caller's context in retries of calls that return a future. */
@AutoConfiguration
@ConditionalOnClass(ContextSnapshotFactory.class)
@ConditionalOnMissingBean(CallerContext.class)
public final class BackoffContextAutoConfiguration {

    /**
     * Propagates the caller's context to retries. Unless the application has its own factory, values that the caller
     * did not have are cleared, so that a retry does not see values that another call left on its thread.
     */
    @Bean
    PropagatedContext backoffCallerContext(ObjectProvider<ContextSnapshotFactory> factory) {
        return new PropagatedContext(factory.getIfAvailable(
                () -> ContextSnapshotFactory.builder().clearMissing(true).build()));
    }
}
