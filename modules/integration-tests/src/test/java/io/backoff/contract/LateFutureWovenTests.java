package io.backoff.contract;

import io.backoff.aspectj.WovenContexts;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return a future which completes on another thread, woven instead of proxied. */
class LateFutureWovenTests extends LateFutureCallTests {

    @Override
    protected Class<?>[] furtherConfigurations() {
        return WovenContexts.configurations();
    }

    @Override
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return super.withService(runner).withPropertyValues(WovenContexts.MODE);
    }
}
