package io.backoff.contract;

import io.backoff.aspectj.WovenContexts;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return a Mono, woven instead of proxied. */
class MonoWovenTests extends MonoCallTests {

    @Override
    protected Class<?>[] furtherConfigurations() {
        return WovenContexts.configurations();
    }

    @Override
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return super.withService(runner).withPropertyValues(WovenContexts.MODE);
    }
}
