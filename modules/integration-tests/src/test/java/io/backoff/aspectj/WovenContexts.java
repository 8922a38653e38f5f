package io.backoff.aspectj;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Application contexts whose calls are intercepted by woven code. */
public final class WovenContexts {

    /** The property that enables the mode. */
    public static final String MODE = "backoff.advice-mode=aspectj";

    private WovenContexts() {}

    /** The configurations that such a context needs besides the main auto-configuration. */
    public static Class<?>[] configurations() {
        return new Class<?>[] {BackoffAspectAutoConfiguration.class, BackoffReactorAutoConfiguration.class};
    }

    /** A context with three attempts and fixed delays. */
    static ApplicationContextRunner runner() {
        return proxyRunner().withPropertyValues(MODE);
    }

    /** The same context with proxies instead of woven code. */
    static ApplicationContextRunner proxyRunner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withConfiguration(AutoConfigurations.of(configurations()))
                .withBean(FakeTime.class)
                .withPropertyValues(
                        "backoff.policies.default.delay=100ms",
                        "backoff.policies.default.jitter=none",
                        "backoff.policies.twice.max-attempts=2");
    }
}
