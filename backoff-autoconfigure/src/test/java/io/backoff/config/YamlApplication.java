package io.backoff.config;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.testkit.ConfiguredApplication;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A real application that starts with its own {@code application.yml}, and its policies. */
public final class YamlApplication extends ConfiguredApplication<YamlApplication> {

    public YamlApplication() {
        super(Configured.class);
    }

    public YamlApplication(Path directory) {
        super(directory, Configured.class);
    }

    @Override
    protected YamlApplication self() {
        return this;
    }

    /** Starts the application, and checks its policies. */
    public void run(Consumer<Policies> check) {
        start(context -> check.accept(new Policies(context, this::local)));
    }

    public record Policies(ConfigurableApplicationContext context, UnaryOperator<String> local) {

        public BackoffPolicy get(String name) {
            return context.getBean(BackoffPolicies.class).get(name);
        }

        Map<String, Setting> settings(String policy) {
            return context.getBean(PolicyStore.class).settings(SettingsGroup.POLICIES, policy);
        }

        public Object value(String policy, String field) {
            return settings(policy).get(field).value();
        }

        /** The origin, with file names relative to the directory of the application. */
        public String origin(String policy, String field) {
            return local.apply(settings(policy).get(field).origin());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    static class Configured {}
}
