package io.backoff.messaging;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.policy.BackoffPolicies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configures the parts shared by the message broker integrations. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
public final class BackoffMessagingAutoConfiguration {

    @Bean
    MessagingPolicies backoffMessagingPolicies(
            PolicyStore store, BackoffPolicies policies, ObjectProvider<Engine> engine, Environment environment) {
        return new MessagingPolicies(store, policies, engine::getObject, environment);
    }
}
