package io.backoff.polling;

import io.backoff.config.policy.PolicyVeto;
import io.backoff.policy.BackoffPolicy;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Polls the methods of the application while the context is running. Stopping waits for runs in progress, but no longer
 * than {@code spring.lifecycle.timeout-per-shutdown-phase}.
 */
final class ScheduledPolls implements BackoffPolls, PolicyVeto, SmartInitializingSingleton, SmartLifecycle {

    /** The fields that can make a policy lose its delay. */
    private static final List<String> DELAYS = List.of(
            "strategy",
            "delay",
            "delays",
            "increment",
            "multiplier",
            "exponent",
            "max-delay",
            "jitter",
            "jitter-amount",
            "jitter-factor",
            "cap",
            "granularity");

    private final PolledMethods methods;
    private final Function<PolledMethod, Poller> pollers;
    private volatile List<Poller> all = List.of();
    private volatile boolean running;

    ScheduledPolls(PolledMethods methods, Function<PolledMethod, Poller> pollers) {
        this.methods = methods;
        this.pollers = pollers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        all = methods.find().stream().map(pollers).toList();
    }

    @Override
    public List<Poll> all() {
        return all.stream().map(Poller::state).toList();
    }

    @Override
    public void reset(String method) {
        List<Poller> matching = all.stream()
                .filter(poller -> poller.method().tag().equals(method))
                .toList();
        if (matching.isEmpty()) {
            throw unknown(method);
        }
        matching.forEach(Poller::reset);
    }

    private IllegalArgumentException unknown(String method) {
        TreeSet<String> known = new TreeSet<>();
        all.forEach(poller -> known.add(poller.method().tag()));
        return new IllegalArgumentException("'method' must name a polled method but was '" + method
                + "'; polled methods: " + String.join(", ", known));
    }

    @Override
    public List<String> fields() {
        return DELAYS;
    }

    @Override
    public void check(BackoffPolicy policy) {
        all.stream()
                .map(Poller::method)
                .filter(polled -> polled.policy().equals(policy.name()))
                .forEach(polled -> PolledMethods.checkDelay(policy, polled.method()));
    }

    @Override
    public void start() {
        running = true;
        all.forEach(Poller::start);
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        // The extra count delays the callback until every poller has been stopped, even if all of them are idle.
        AtomicInteger busy = new AtomicInteger(all.size() + 1);
        Runnable ended = () -> {
            if (busy.decrementAndGet() == 0) {
                callback.run();
            }
        };
        all.forEach(poller -> poller.stop(ended));
        ended.run();
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
