package io.backoff.contract;

import io.backoff.aspectj.BackoffAspectAutoConfiguration;
import io.backoff.aspectj.WovenContexts;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The same calls, woven instead of proxied. */
class KeyedWovenTests extends KeyedCallTests {

    @Override
    ApplicationContextRunner configured(ApplicationContextRunner runner) {
        return runner.withConfiguration(AutoConfigurations.of(BackoffAspectAutoConfiguration.class))
                .withPropertyValues(WovenContexts.MODE);
    }
}
