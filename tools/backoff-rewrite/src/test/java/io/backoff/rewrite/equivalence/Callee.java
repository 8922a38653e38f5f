package io.backoff.rewrite.equivalence;

import java.time.Duration;
import java.util.function.Consumer;

/** What the service of a case calls. It fails as the scenario says. */
public final class Callee {

    private final Consumer<Duration> clock;
    private Scenario scenario = Scenario.SUCCEEDS;
    private int calls;

    Callee(Consumer<Duration> clock) {
        this.clock = clock;
    }

    /** Fails, or returns a text that has the number of the attempt. */
    public String call(String item) {
        calls++;
        clock.accept(scenario.duration());
        Throwable failure = scenario.failures().apply(calls);
        if (failure != null) {
            Callee.<RuntimeException>raise(failure);
        }
        return item + " by attempt " + calls;
    }

    void follow(Scenario next) {
        scenario = next;
        calls = 0;
    }

    int calls() {
        return calls;
    }

    // Methods of services need no throws clause, whatever the scenario.
    @SuppressWarnings("unchecked") // the failure is of any type, unknown to the compiler
    private static <E extends Throwable> void raise(Throwable failure) throws E {
        throw (E) failure;
    }
}
