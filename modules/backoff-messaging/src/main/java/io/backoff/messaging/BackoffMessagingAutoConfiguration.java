package io.backoff.messaging;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Reports the properties that put messages under a policy but govern nothing. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
public final class BackoffMessagingAutoConfiguration {

    @Bean
    GovernedCallsReport backoffGovernedCallsReport(
            ApplicationContext context, Environment environment, ObjectProvider<GovernedCalls> governed) {
        return new GovernedCallsReport(context, environment, governed);
    }
}
