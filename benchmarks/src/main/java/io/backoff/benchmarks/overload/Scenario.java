package io.backoff.benchmarks.overload;

/**
 * A steady load on a service that stalls once.
 *
 * @param callsPerSecond mean rate of calls, which begin at random times
 * @param queue maximum number of requests that wait at the server; further requests are rejected
 * @param warmUp seconds before the stall, which are the baseline
 * @param stall seconds in which the server does nothing
 * @param observed seconds after the stall
 * @param seed determines when calls begin
 */
record Scenario(int callsPerSecond, int queue, int warmUp, int stall, int observed, long seed) {

    /** A load well below the capacity. Processing a full queue takes longer than clients wait for a response. */
    static final Scenario REAL_TIME = new Scenario(700, 500, 2, 1, 8, 1);

    /** One second of load, without a stall. */
    static final Scenario REHEARSAL = new Scenario(700, 500, 0, 0, 1, 1);

    /** A longer run, because virtual time costs nothing. */
    static final Scenario VIRTUAL_TIME = new Scenario(700, 500, 5, 1, 15, 1);

    /** 10 % more calls than the server can process, but no stall. The queue is short, so no request is late. */
    static final Scenario BEYOND_CAPACITY = new Scenario(1100, 50, 5, 0, 15, 1);

    Scenario withLoad(int perSecond) {
        return new Scenario(perSecond, queue, warmUp, stall, observed, seed);
    }

    Scenario withQueue(int length) {
        return new Scenario(callsPerSecond, length, warmUp, stall, observed, seed);
    }

    Scenario withSeed(long other) {
        return new Scenario(callsPerSecond, queue, warmUp, stall, observed, other);
    }

    int endOfStall() {
        return warmUp + stall;
    }

    int seconds() {
        return endOfStall() + observed;
    }
}
