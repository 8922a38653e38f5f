package io.backoff.reactor;

import io.backoff.engine.decision.NextStep;

/** An internal signal within the pipeline of a call; it never reaches the subscriber. */
abstract sealed class CallSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient NextStep step;

    private CallSignal(NextStep step) {
        super(null, null, false, false);
        this.step = step;
    }

    /** Returns what the call does next. */
    NextStep step() {
        return step;
    }

    /** The call has ended. */
    static final class Ended extends CallSignal {

        private static final long serialVersionUID = 1L;

        Ended(NextStep end) {
            super(end);
        }
    }

    /** The result of the attempt was rejected, and another attempt follows. */
    static final class Rejected extends CallSignal {

        private static final long serialVersionUID = 1L;

        Rejected(NextStep step) {
            super(step);
        }
    }
}
