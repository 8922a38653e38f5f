package io.backoff.autoconfigure;

import io.backoff.budget.Withdrawal;
import io.backoff.classify.CalleeStatus;
import io.backoff.classify.Exclusion.GroupMember;
import io.backoff.classify.Exclusion.UnlistedStatus;
import io.backoff.classify.Exclusion.UnlistedType;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeLeft;
import io.backoff.engine.decision.NextStep;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import io.backoff.text.DurationText;
import java.time.Duration;

/** Explains why a call gave up, for its log line. */
final class GiveUpReason {

    private GiveUpReason() {}

    static String of(RetryDecision decision, NextStep step, BackoffPolicy policy) {
        if (step.excluded() instanceof GroupMember member) {
            return ofGroup(decision, member);
        }
        StopReason stop = decision.stopReason();
        String description = stop == null ? "" : stop.description();
        if (step.excluded() instanceof UnlistedStatus unlisted) {
            return description + ": " + ofStatus(unlisted.status());
        }
        if (step.excluded() instanceof UnlistedType unlisted) {
            return description + ": " + unlisted.type() + " is not in retry-on";
        }
        if (step.charged() == Withdrawal.KEY_DENIED) {
            return "retry budget empty for the key of this call";
        }
        if (step.outOfTurn()) {
            return "its turn would come after its deadline, because the callee throttles";
        }
        if (step.leftByCaller() != null) {
            return ofCaller(step.delay(), step.leftByCaller());
        }
        return stop == StopReason.ELAPSED && !step.delay().isZero()
                ? description + ": the next delay is " + DurationText.rounded(step.delay()) + ", max-elapsed "
                        + DurationText.of(policy.limits().maxElapsed())
                : description;
    }

    private static String ofStatus(CalleeStatus status) {
        return status instanceof CalleeStatus.Http http
                ? "status " + http.code() + " is not in retry-on-status"
                : "gRPC status " + status + " is not in retry-on-grpc-status";
    }

    private static String ofCaller(Duration delay, TimeLeft left) {
        return delay.isZero()
                ? "its caller has stopped waiting"
                : "its caller waits for another " + DurationText.rounded(left.duration()) + ", and the next delay is "
                        + DurationText.rounded(delay);
    }

    private static String ofGroup(RetryDecision decision, GroupMember member) {
        boolean isCause = decision.failure() != null
                && !decision.failure().getClass().getName().equals(member.type());
        return "not retried: " + member.type() + " is of group '"
                + member.group().key() + "' (abort-on)" + (isCause ? ", as a cause" : "");
    }
}
