package io.backoff.sample.settlement;

import io.backoff.engine.BackoffOperations;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Settles charges with the payment provider, in bulk. Many workers settle charges, each as fast as it can. The workers
 * do not know the provider's limit; their policy finds it.
 */
@Component
public class SettlementJob implements DisposableBean {

    private static final String POLICY = "settlements";
    private static final int WORKERS = 16;

    private final ExecutorService workers =
            Executors.newFixedThreadPool(WORKERS, new CustomizableThreadFactory("settlement-"));

    private final BackoffOperations operations;
    private final RestClient provider;

    private volatile Run run = new Run(0);

    SettlementJob(BackoffOperations operations, @Lazy RestClient provider) {
        this.operations = operations;
        this.provider = provider;
    }

    /**
     * Starts to settle the given number of example charges.
     *
     * @return whether the job has started; it does not start while another job runs
     */
    synchronized boolean start(int charges) {
        if (progress().running()) {
            return false;
        }
        Run started = new Run(charges);
        run = started;
        for (int worker = 0; worker < WORKERS; worker++) {
            workers.execute(started::work);
        }
        return true;
    }

    /** Stops the job: no more settlements begin. Settlements in progress continue. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        run.left.set(0);
    }

    /** The progress of the last job. */
    public Progress progress() {
        return run.progress();
    }

    @Override
    public void destroy() {
        workers.shutdownNow();
    }

    private boolean isSettled(String charge) {
        try {
            operations.run(POLICY, () -> settle(charge));
            return true;
        } catch (Exception notSettled) {
            return false;
        }
    }

    private void settle(String charge) {
        provider.put().uri("/settlements/{charge}", charge).retrieve().toBodilessEntity();
    }

    /**
     * The progress of a job.
     *
     * @param running whether it settles charges at present
     * @param charges charges to settle; 0 if no job has run yet
     * @param settled charges that are settled
     * @param failed charges that are not settled, after all retries
     */
    public record Progress(boolean running, int charges, int settled, int failed) {}

    private final class Run {

        private final int charges;
        private final AtomicInteger left;
        private final AtomicInteger working;
        private final AtomicInteger settled = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();

        Run(int charges) {
            this.charges = charges;
            this.left = new AtomicInteger(charges);
            this.working = new AtomicInteger(charges == 0 ? 0 : WORKERS);
        }

        void work() {
            try {
                while (left.getAndDecrement() > 0) {
                    (isSettled("charge-" + UUID.randomUUID()) ? settled : failed).incrementAndGet();
                }
            } finally {
                working.decrementAndGet();
            }
        }

        Progress progress() {
            // The running state is read before the counts, because the counts are final once no worker runs.
            boolean running = working.get() > 0;
            return new Progress(running, charges, settled.get(), failed.get());
        }
    }
}
