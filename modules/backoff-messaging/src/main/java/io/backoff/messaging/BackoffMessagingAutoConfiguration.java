package io.backoff.messaging;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Reports the properties that put messages under a policy but govern nothing. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
public final class BackoffMessagingAutoConfiguration {

    @Bean
    GovernedCallsReport backoffGovernedCallsReport(
            ApplicationContext context,
            ObjectProvider<GovernedCalls> calls,
            ObjectProvider<GovernedListeners> listeners) {
        return new GovernedCallsReport(context, calls, listeners);
    }
}
