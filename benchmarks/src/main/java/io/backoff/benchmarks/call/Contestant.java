package io.backoff.benchmarks.call;

import io.backoff.adopt.AdoptMode;
import java.util.function.Function;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A way to guard a method. The first two make no retries: what they cost is a lower bound for the others. */
public enum Contestant {
    /** No advice. */
    NO_PROXY(Configurations.Nothing.class, Callees.Plain::new),
    /** An interceptor that does nothing, in a CGLIB proxy. */
    NOOP_PROXY(Configurations.Noop.class, Callees.Noop::new),
    BACKOFF_UNMETERED(Configurations.Unmetered.class, Callees.Guarded::new),
    BACKOFF(Configurations.Metered.class, Callees.Guarded::new),
    FRAMEWORK(Configurations.Framework.class, Callees.OfFramework::new),
    SPRING_RETRY(Configurations.SpringRetry.class, Callees.OfSpringRetry::new),
    RESILIENCE4J(Configurations.MeteredResilience4j.class, Callees.OfResilience4j::new);

    static final int ATTEMPTS = 3;

    private final Class<?> configuration;
    private final Function<Work, Callee> factory;

    Contestant(Class<?> configuration, Function<Work, Callee> factory) {
        this.configuration = configuration;
        this.factory = factory;
    }

    boolean retries() {
        return this != NO_PROXY && this != NOOP_PROXY;
    }

    /**
     * Starts an application with one bean of type {@link Callee}. If the contestant retries, a call of the bean makes
     * up to three attempts, without a delay.
     */
    ConfigurableApplicationContext start(Work work) {
        return application(work).run();
    }

    /**
     * Starts an application like that of {@link #start(Work)}, with this library added. The library adopts the
     * contestant's retries in the given mode.
     */
    ConfigurableApplicationContext start(Work work, AdoptMode mode) {
        return application(work)
                .sources(Configurations.Adopting.class)
                .properties(
                        "backoff.adopt.mode=" + mode,
                        // Both configurations may define a meter registry.
                        "spring.main.allow-bean-definition-overriding=true")
                .run();
    }

    private SpringApplicationBuilder application(Work work) {
        return new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "logging.level.root=error",
                        // The budget is checked but never empty.
                        "backoff.policies.default.strategy=none",
                        "backoff.policies.default.max-attempts=" + ATTEMPTS,
                        "backoff.budgets.default.ratio=3",
                        "resilience4j.retry.instances.default.max-attempts=" + ATTEMPTS,
                        "resilience4j.retry.instances.default.wait-duration=0")
                .initializers(context -> register((GenericApplicationContext) context, work));
    }

    @SuppressWarnings("unchecked") // the bean has the class that the factory creates
    private void register(GenericApplicationContext context, Work work) {
        Class<Callee> type = (Class<Callee>) factory.apply(work).getClass();
        context.registerBean("callee", type, () -> factory.apply(work));
    }
}
