package io.backoff.benchmarks.call;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.util.function.Function;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A way to guard a method, or the floor under all of them. */
public enum Contestant {
    DIRECT(Configurations.Nothing.class, Callees.Plain::new),
    NOOP_CGLIB(Configurations.Noop.class, Callees.Noop::new),
    NOOP_JDK(Configurations.Noop.class, Callees.Noop::new, "spring.aop.proxy-target-class=false"),
    BACKOFF_UNMETERED(Configurations.Unmetered.class, Callees.Guarded::new),
    BACKOFF(Configurations.Metered.class, Callees.Guarded::new),
    FRAMEWORK(Configurations.Framework.class, Callees.OfFramework::new),
    SPRING_RETRY(Configurations.SpringRetry.class, Callees.OfSpringRetry::new),
    RESILIENCE4J(Configurations.MeteredResilience4j.class, Callees.OfResilience4j::new),
    /** Programmatic: Failsafe has no annotations. */
    FAILSAFE(Configurations.Nothing.class, OfFailsafe::new),
    NOOP_TRANSACTIONAL(Configurations.TransactionalNoop.class, Callees.TransactionalNoop::new),
    BACKOFF_TRANSACTIONAL(Configurations.TransactionalMetered.class, Callees.TransactionalGuarded::new);

    private final Class<?> configuration;
    private final Function<Failures, Callee> factory;
    private final String[] properties;

    Contestant(Class<?> configuration, Function<Failures, Callee> factory, String... properties) {
        this.configuration = configuration;
        this.factory = factory;
        this.properties = properties;
    }

    /** An application with one guarded bean, of type {@link Callee}. */
    public ConfigurableApplicationContext start(Failures failures) {
        return new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "logging.level.root=error",
                        // Three attempts, at once, with a budget that is asked and never empty.
                        "backoff.policies.default.strategy=none",
                        "backoff.policies.default.max-attempts=3",
                        "backoff.budgets.default.ratio=3",
                        "resilience4j.retry.instances.default.max-attempts=3",
                        "resilience4j.retry.instances.default.wait-duration=0")
                .properties(properties)
                .initializers(context -> register((GenericApplicationContext) context, failures))
                .run();
    }

    @SuppressWarnings("unchecked") // The bean is of the class of what the factory makes.
    private void register(GenericApplicationContext context, Failures failures) {
        Class<Callee> type = (Class<Callee>) factory.apply(failures).getClass();
        context.registerBean("callee", type, () -> factory.apply(failures));
    }

    private static final class OfFailsafe implements Callee {

        private final FailsafeExecutor<Object> failsafe = Failsafe.with(RetryPolicy.builder()
                .handle(IOException.class)
                .withMaxAttempts(3)
                .build());
        private final Failures failures;

        OfFailsafe(Failures failures) {
            this.failures = failures;
        }

        @Override
        public Object call(Object argument) throws Exception {
            return failsafe.get(() -> failures.attempt(argument));
        }
    }
}
