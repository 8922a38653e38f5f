package io.backoff.dryrun;

import io.backoff.engine.decision.NextStep;
import io.backoff.engine.execution.Call;
import io.backoff.policy.StopReason;
import java.time.Duration;

/** A simulated call. The object also serves as the call's next event. */
final class SimulatedCall extends Event {

    private enum Next {
        ATTEMPT,
        DECISION,
        RETRY
    }

    private final Simulation simulation;
    private final SimulatedPolicy policy;
    private final int period;
    private final long weight;
    private final Call call;
    private Next next = Next.ATTEMPT;
    private AttemptResult result = AttemptResult.SUCCESS;
    private long waited;

    /**
     * Begins a call.
     *
     * @param period the ordinal of the period in which the call begins
     * @param weight the number of observed calls that the simulated call represents
     */
    SimulatedCall(Simulation simulation, SimulatedPolicy policy, int period, long weight) {
        this.simulation = simulation;
        this.policy = policy;
        this.period = period;
        this.weight = weight;
        this.call = policy.guard().begin(null);
    }

    void begin() {
        waitThen(Next.ATTEMPT, call.first().delay());
    }

    @Override
    void happen() {
        switch (next) {
            case ATTEMPT -> attempt();
            case DECISION -> decide();
            case RETRY -> retry();
        }
    }

    private void attempt() {
        if (!simulation.countAttempt()) {
            end(false);
            return;
        }
        policy.tally().attempted(weight);
        result = policy.traffic().draw(period, call.number());
        if (result == AttemptResult.SUCCESS) {
            call.succeeded(null);
            end(true);
        } else {
            next = Next.DECISION;
            simulation.after(policy.traffic().periods().get(period).failedNanos(), this);
        }
    }

    private void decide() {
        NextStep step = result == AttemptResult.RESULT
                ? call.rejected(null)
                : call.failed(SimulatedFailure.of(result, policy.traffic().drawRetryAfter(result)));
        if (step.retry()) {
            policy.tally().granted(weight);
            waitThen(Next.RETRY, step.delay());
        } else {
            policy.tally().denied(step.stop() == StopReason.BUDGET_DENIED ? weight : 0);
            end(false);
        }
    }

    private void retry() {
        if (call.proceed().retry()) {
            attempt();
        } else {
            end(false);
        }
    }

    private void waitThen(Next following, Duration delay) {
        next = following;
        waited += delay.toNanos();
        simulation.after(delay.toNanos(), this);
    }

    private void end(boolean succeeded) {
        policy.tally().ended(succeeded, waited, weight);
    }
}
