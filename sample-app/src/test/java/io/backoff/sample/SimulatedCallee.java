package io.backoff.sample;

import java.util.random.RandomGenerator;

/** A callee that is simulated. */
@FunctionalInterface
interface SimulatedCallee {

    SimulatedCallee WELL = failing(0, Response.FAILED);

    Response respond(int second, int instance, int attempt, RandomGenerator random);

    enum Response {
        OK,
        /** A failure that is retried. */
        FAILED,
        /** HTTP status 429: a failure that is retried, after a longer delay. */
        THROTTLED,
        /** A failure that no retry can fix, such as 401. */
        PERMANENT,
        /** Advice not to retry. */
        OVERLOADED,
        /** No response until the time of the call is over. */
        NONE
    }

    /** A callee that fails a share of the attempts. */
    static SimulatedCallee failing(double share, Response failure) {
        return (second, instance, attempt, random) -> random.nextDouble() < share ? failure : Response.OK;
    }

    /** This callee, except from one second on and before the other. */
    default SimulatedCallee except(int from, int to, SimulatedCallee then) {
        return (second, instance, attempt, random) ->
                (from <= second && second < to ? then : this).respond(second, instance, attempt, random);
    }

    /** This callee, except for the calls of one instance. */
    default SimulatedCallee exceptFor(int only, SimulatedCallee then) {
        return (second, instance, attempt, random) ->
                (instance == only ? then : this).respond(second, instance, attempt, random);
    }
}
