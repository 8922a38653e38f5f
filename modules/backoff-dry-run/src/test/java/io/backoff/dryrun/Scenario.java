package io.backoff.dryrun;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** An application whose calls are written into the record, and changes that are tried on them. */
final class Scenario {

    static final Verdict IO = Verdict.retry(RetryCause.IO);

    final ApplicationContext context;
    final FakeTime time;
    private final AttemptRecords records;
    private final CallStatisticsRegistry statistics;
    private final PolicyStore store;

    private Scenario(ApplicationContext context) {
        this.context = context;
        this.time = context.getBean(FakeTime.class);
        this.records = context.getBean(AttemptRecords.class);
        this.statistics = context.getBean(CallStatisticsRegistry.class);
        this.store = context.getBean(PolicyStore.class);
    }

    /** Starts an application with the properties, without the prefix {@code backoff}. */
    static void run(Consumer<Scenario> test, String... properties) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffDryRunAutoConfiguration.class,
                        BackoffReactorAutoConfiguration.class))
                .withBean(FakeTime.class);
        for (String each : properties) {
            runner = runner.withPropertyValues("backoff." + each);
        }
        runner.run(context -> test.accept(new Scenario(context)));
    }

    AttemptRecorder recorder(String policy) {
        return statistics.of(store.get().get(policy), "Shop.order").attempts();
    }

    /** Records attempts of calls that begin now. */
    void succeeded(String policy, int attempt, int number) {
        for (int i = 0; i < number; i++) {
            recorder(policy).succeeded(attempt, time.nanoTime());
        }
    }

    /** Records attempts of calls that begin now and take a millisecond. */
    void failed(String policy, int attempt, int number, Verdict verdict) {
        failed(policy, attempt, number, verdict, Duration.ofMillis(1));
    }

    void failed(String policy, int attempt, int number, Verdict verdict, Duration each) {
        for (int i = 0; i < number; i++) {
            recorder(policy).failed(attempt, time.nanoTime(), verdict, each.toNanos());
        }
    }

    DryRun policy(String name, String property, String value) {
        return policy(name, Map.of(property, value));
    }

    DryRun policy(String name, Map<String, String> values) {
        return dryRuns().of(SettingsGroup.POLICIES, name, values);
    }

    DryRun budget(String name, String property, String value) {
        return dryRuns().of(SettingsGroup.BUDGETS, name, Map.of(property, value));
    }

    DryRuns dryRuns() {
        return new DryRuns(store, context.getBean(Budgets.class), records, time);
    }
}
