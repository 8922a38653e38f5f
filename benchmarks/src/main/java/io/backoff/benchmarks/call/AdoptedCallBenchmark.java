package io.backoff.benchmarks.call;

import io.backoff.adopt.AdoptMode;
import io.backoff.adopt.AdoptedMethods;
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

/** Measures one call of a method that another library retries, in each adoption mode. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AdoptedCallBenchmark {

    @Param({"FRAMEWORK", "SPRING_RETRY", "RESILIENCE4J"})
    public Contestant contestant;

    @Param({"OFF", "OBSERVE", "GOVERN"})
    public AdoptMode mode;

    @Param({"FIRST_ATTEMPT", "STACKLESS"})
    public Scenario scenario;

    private final Object argument = "argument";
    private Callee callee;
    private ConfigurableApplicationContext application;

    @Setup(Level.Trial)
    public void start() {
        application = contestant.start(scenario.work(), mode);
        callee = application.getBean(Callee.class);
        int adopted = application.getBean(AdoptedMethods.class).all().size();
        if (adopted != (mode == AdoptMode.OFF ? 0 : 1)) {
            throw new IllegalStateException(adopted + " methods are adopted in mode " + mode);
        }
    }

    @TearDown(Level.Trial)
    public void stop() {
        application.close();
    }

    @Benchmark
    public Object call() throws Exception {
        return callee.call(argument);
    }
}
