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
import org.springframework.context.ConfigurableApplicationContext;

/** Measures one call of a guarded method. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {

    @Param("BACKOFF")
    public Contestant contestant;

    @Param("FIRST_ATTEMPT")
    public Scenario scenario;

    private final Object argument = "argument";
    private Callee callee;
    private ConfigurableApplicationContext application;

    @Setup(Level.Trial)
    public void start() {
        application = contestant.start(scenario.work());
        Callee bean = application.getBean(Callee.class);
        callee = contestant.retries() ? bean : call -> callAgain(bean, call);
    }

    @TearDown(Level.Trial)
    public void stop() {
        application.close();
    }

    @Benchmark
    public Object call() throws Exception {
        return callee.call(argument);
    }

    /** Repeats a call as code without a library would: this is the lower bound for contestants that retry. */
    private static Object callAgain(Callee bean, Object argument) throws Exception {
        for (int attempt = 1; attempt < Contestant.ATTEMPTS; attempt++) {
            try {
                return bean.call(argument);
            } catch (Exception failure) {
                continue;
            }
        }
        return bean.call(argument);
    }
}
