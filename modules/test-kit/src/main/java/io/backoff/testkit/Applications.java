package io.backoff.testkit;

import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** Applications for tests, with the auto-configurations that they need and no others. */
public final class Applications {

    private Applications() {}

    /**
     * Creates an application that supports {@code @Backoff}: it has proxies, Backoff's auto-configuration and the given
     * auto-configurations.
     */
    public static ApplicationContextRunner backoff(Class<?>... more) {
        Class<?> backoff = ClassUtils.resolveClassName("io.backoff.autoconfigure.BackoffAutoConfiguration", null);
        return with(more).withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, backoff));
    }

    /** Creates an application with the given auto-configurations only. */
    public static ApplicationContextRunner with(Class<?>... autoConfigurations) {
        return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(autoConfigurations));
    }

    /**
     * The properties of a policy.
     *
     * @param settings the fields of the policy, such as {@code "delay=1s, jitter=none"}
     */
    public static String[] policy(String name, String settings) {
        return properties("backoff.policies." + name, settings);
    }

    /** The properties of a budget, in the format of {@link #policy}. */
    public static String[] budget(String name, String settings) {
        return properties("backoff.budgets." + name, settings);
    }

    private static String[] properties(String prefix, String settings) {
        return Stream.of(settings.split(", "))
                .map(setting -> prefix + "." + setting)
                .toArray(String[]::new);
    }
}
