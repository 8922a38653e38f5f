package io.backoff.benchmarks.call;

import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;

/** A contestant at work. */
@State(Scope.Benchmark)
public class CallState {

    private static final List<Contestant> OTHERS = List.of(
            Contestant.NOOP_JDK,
            Contestant.SPRING_RETRY,
            Contestant.FRAMEWORK,
            Contestant.NOOP_TRANSACTIONAL,
            Contestant.RESILIENCE4J);
    private static final int CALLS_OF_OTHERS = 50_000;

    @Param("BACKOFF")
    public Contestant contestant;

    /** How often each call fails first: {@code none}, {@code stackless} or {@code fresh}. */
    @Param("none")
    public String failures;

    /** Whether other advised beans have run before, so that the code they share is compiled for all of them. */
    @Param("false")
    public boolean polluted;

    public Object argument = "argument";
    public Callee callee;
    private ConfigurableApplicationContext application;

    @Setup(Level.Trial)
    public void start() throws Exception {
        if (polluted) {
            for (Contestant each : OTHERS) {
                warmUp(each);
            }
        }
        Failures script = new Failures(failures.equals("none") ? 0 : 2, failures.equals("fresh"));
        application = contestant.start(script);
        callee = application.getBean(Callee.class);
    }

    @TearDown(Level.Trial)
    public void stop() {
        application.close();
    }

    private static void warmUp(Contestant other) throws Exception {
        try (ConfigurableApplicationContext running = other.start(new Failures(0, false))) {
            Callee bean = running.getBean(Callee.class);
            for (int i = 0; i < CALLS_OF_OTHERS; i++) {
                bean.call("argument");
            }
        }
    }
}
