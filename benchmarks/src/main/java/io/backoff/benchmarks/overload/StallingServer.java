package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;

/** The server of the experiment, with its clients, for other experiments in virtual time. */
public final class StallingServer {

    private final Client client;

    /**
     * Creates a server that stalls for a second.
     *
     * @param callsPerSecond the load for which the experiment is meant
     * @param seconds its length
     */
    public StallingServer(VirtualTime time, int callsPerSecond, int seconds) {
        Scenario scenario = Scenario.VIRTUAL_TIME.withLoad(callsPerSecond);
        Scenario longer = new Scenario(
                callsPerSecond, scenario.queue(), scenario.warmUp(), scenario.stall(), seconds, scenario.seed());
        Server server = new Server(World.virtual(time), Handler.PLAIN, longer);
        this.client = new Client(time, server, new Recording(time, longer));
    }

    /** Makes one attempt. */
    public CompletableFuture<String> attempt() {
        return client.attempt();
    }
}
