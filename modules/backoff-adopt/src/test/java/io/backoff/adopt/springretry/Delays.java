package io.backoff.adopt.springretry;

import java.util.ArrayList;
import java.util.List;
import org.springframework.retry.backoff.Sleeper;

/** Records the delays of spring-retry in milliseconds instead of sleeping. */
final class Delays implements Sleeper {

    private static final long serialVersionUID = 1;

    private final transient List<Long> all = new ArrayList<>();
    private boolean interrupted;

    @Override
    public synchronized void sleep(long millis) throws InterruptedException {
        all.add(millis);
        if (interrupted) {
            throw new InterruptedException("while waiting");
        }
    }

    synchronized List<Long> all() {
        return List.copyOf(all);
    }

    /** Interrupts every further delay. */
    synchronized void interrupt() {
        interrupted = true;
    }

    synchronized void reset() {
        all.clear();
        interrupted = false;
    }
}
