package io.backoff.benchmarks.soak;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ConfigurableApplicationContext;

/** The life of one application, with the calls made to it. */
final class Life {

    final int number;
    final ConfigurableApplicationContext context;
    final Beans beans;
    final Ledger ledger = new Ledger();
    final Answers answers;
    final Violations violations;
    final Tally tally;
    final long began = System.nanoTime();
    private final Set<Call> open = ConcurrentHashMap.newKeySet();

    /** While true, every attempt fails. */
    volatile boolean outage;

    volatile boolean closed;

    private Life(int number, ConfigurableApplicationContext context, Violations violations, Tally tally) {
        this.number = number;
        this.context = context;
        this.beans = Beans.of(context);
        this.answers = new Answers(violations);
        this.violations = violations;
        this.tally = tally;
    }

    /** Starts an application, and makes a call of each kind, so that all meters exist. */
    static Life begin(int number, Target target, boolean listening, Violations violations, Tally tally) {
        Life life = new Life(number, Application.start(target, listening), violations, tally);
        Caller caller = new Caller(life);
        for (Kind kind : Kind.values()) {
            if (kind.way != null) {
                caller.call(Call.calm(kind, life));
            }
        }
        tally.add(Tally.Event.CONTEXT);
        return life;
    }

    void opened(Call call) {
        ledger.called(call.kind);
        open.add(call);
        if (closed) {
            tally.add(Tally.Event.AFTERWARDS);
        }
    }

    /**
     * Marks the call as ended.
     *
     * @return {@code false} if it had ended before
     */
    boolean ended(Call call) {
        open.remove(call);
        return call.ended.compareAndSet(false, true);
    }

    /** Calls that have not ended. */
    Set<Call> open() {
        return open;
    }

    /** Closes the application while calls are in flight; these calls continue. */
    void close() {
        tally.add(Tally.Event.IN_FLIGHT, open.size());
        context.close();
        closed = true;
    }

    @Override
    public String toString() {
        return "context " + number;
    }
}
