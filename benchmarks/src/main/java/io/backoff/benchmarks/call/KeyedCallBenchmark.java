package io.backoff.benchmarks.call;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Measures the cost of a key, and of a pace while nothing is throttled, in a call whose first attempt succeeds. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyedCallBenchmark {

    @Param({"false", "true"})
    public boolean keyed;

    @Param({"off", "adaptive"})
    public String pace;

    private final Object argument = "argument";
    private Callee callee;
    private ConfigurableApplicationContext application;

    @Setup(Level.Trial)
    public void start() {
        application = new SpringApplicationBuilder(Configurations.Metered.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "logging.level.root=error",
                        "backoff.policies.default.pace=" + pace)
                .initializers(context -> register((GenericApplicationContext) context))
                .run();
        callee = application.getBean(Callee.class);
    }

    @TearDown(Level.Trial)
    public void stop() {
        application.close();
    }

    @Benchmark
    public Object call() throws Exception {
        return callee.call(argument);
    }

    private void register(GenericApplicationContext context) {
        Work work = Scenario.FIRST_ATTEMPT.work();
        if (keyed) {
            context.registerBean(Callees.Keyed.class, () -> new Callees.Keyed(work));
        } else {
            context.registerBean(Callees.Guarded.class, () -> new Callees.Guarded(work));
        }
    }
}
