package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Provides the client that stores calls: the application's scheduler or, where db-scheduler is disabled, a client that
 * stores calls for other instances to deliver.
 */
public final class CallScheduler {

    private final Supplier<@Nullable Scheduler> scheduler;
    private final Supplier<@Nullable SchedulerClient> storing;
    private volatile @Nullable SchedulerClient client;

    /**
     * Creates an instance that looks up the client on first use.
     *
     * @param storing supplies the client if this instance of the application only stores calls, {@code null} otherwise
     */
    public CallScheduler(Supplier<@Nullable Scheduler> scheduler, Supplier<@Nullable SchedulerClient> storing) {
        this.scheduler = scheduler;
        this.storing = storing;
    }

    /** Whether calls can be stored. */
    public boolean isAvailable() {
        return find() != null;
    }

    /** Whether this instance of the application delivers calls. */
    public boolean delivers() {
        return find() instanceof Scheduler;
    }

    public SchedulerClient client() {
        SchedulerClient found = find();
        if (found == null) {
            throw new IllegalStateException("There is no db-scheduler to store calls with");
        }
        return found;
    }

    /** Triggers polling for due calls, if this instance of the application delivers calls. */
    public void wake() {
        if (find() instanceof Scheduler delivering) {
            delivering.triggerCheckForDueExecutions();
        }
    }

    private @Nullable SchedulerClient find() {
        SchedulerClient known = client;
        if (known == null) {
            known = scheduler.get();
            known = known == null ? storing.get() : known;
            client = known;
        }
        return known;
    }
}
