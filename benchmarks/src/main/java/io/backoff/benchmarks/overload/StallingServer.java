package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;

/** The server and the clients of the overload experiment, for other experiments in virtual time. */
public final class StallingServer {

    private final Client client;

    /**
     * Creates a server that stalls for a second.
     *
     * @param callsPerSecond mean rate of calls in the experiment
     * @param seconds duration of the experiment after the stall, in seconds
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
