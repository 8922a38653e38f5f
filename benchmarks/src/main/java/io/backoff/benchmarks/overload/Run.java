package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A run of one variant in one scenario. It ends when the load and every call have ended. */
final class Run {

    private final Scenario scenario;
    private final Variant variant;
    private final long deniedBefore;
    private final Recording recording;
    private final Server server;
    private final Client client;
    private final Load load;
    // Starts at 1: the load itself counts as an open call until it ends.
    private final AtomicInteger open = new AtomicInteger(1);
    private final CompletableFuture<Result> result = new CompletableFuture<>();

    private Run(Scenario scenario, World world, Variant variant) {
        this.scenario = scenario;
        this.variant = variant;
        this.deniedBefore = variant.denied();
        this.recording = new Recording(world.time(), scenario);
        this.server = new Server(world, variant.handler(), scenario);
        this.client = new Client(world.time(), server, recording);
        this.load = new Load(scenario, world.time(), this::call, this::end);
    }

    static CompletableFuture<Result> start(Scenario scenario, World world, Variant variant) {
        Run run = new Run(scenario, world, variant);
        run.load.run();
        return run.result;
    }

    private void call() {
        open.incrementAndGet();
        int began = recording.called();
        variant.caller().call(client::attempt).whenComplete((response, failure) -> {
            recording.ended(began, failure == null);
            end();
        });
    }

    private void end() {
        if (open.decrementAndGet() == 0) {
            result.complete(new Result(
                    variant.title(),
                    scenario,
                    recording.seconds(),
                    new Result.Totals(
                            recording.lost(),
                            variant.denied() - deniedBefore,
                            recording.uselessShare(),
                            server.capacity(),
                            load.lateness())));
        }
    }
}
