package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.ResponseExtractor;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.dryrun.DryRun;
import io.backoff.dryrun.DryRuns;
import io.backoff.dryrun.Figures;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** An application with the policies of {@code dry-runs.yml}, in virtual time. */
final class Application implements AutoCloseable {

    private final VirtualTime time = new VirtualTime(1);
    private final ConfigurableApplicationContext context;

    Application() {
        this.context = new SpringApplicationBuilder(Configuration.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=dry-runs")
                .initializers((GenericApplicationContext created) -> {
                    created.registerBean(TimeSource.class, () -> time);
                    created.registerBean(ResponseExtractor.class, () -> Rejection::in);
                })
                .run();
    }

    /** Makes the calls with which the effect of a change is measured. The budget is full at the beginning. */
    Figures run(Change change, long seed) {
        RetryBudget budget =
                context.getBean(BackoffPolicies.class).get(change.policy()).budget();
        budget.refill();
        return Calls.run(time, context.getBean(BackoffOperations.class), budget, change, seed);
    }

    /** Makes the dry run of a change, as the endpoint would. */
    DryRun dryRun(Change change) {
        return context.getBean(DryRuns.class).of(change.group(), change.policy(), change.values());
    }

    void apply(Change change) {
        context.getBean(PolicyStore.class)
                .change(change.group(), change.policy(), change.values(), Author.of(null, ChangeSource.ENDPOINT));
    }

    @Override
    public void close() {
        context.close();
    }

    @EnableAutoConfiguration
    static class Configuration {}
}
