package io.backoff.reactor;

import io.backoff.policy.StopReason;
import org.jspecify.annotations.Nullable;

/** An internal signal in the pipeline of a call; never reaches a subscriber. */
abstract sealed class CallSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private CallSignal() {
        super(null, null, false, false);
    }

    /** The call is over. */
    static final class Ended extends CallSignal {

        private static final long serialVersionUID = 1L;

        private final @Nullable StopReason reason;

        /**
         * Creates the signal.
         *
         * @param reason {@code null} if no fallback applies
         */
        Ended(@Nullable StopReason reason) {
            this.reason = reason;
        }

        @Nullable
        StopReason reason() {
            return reason;
        }
    }

    /** The result of the attempt is not accepted. */
    static final class Rejected extends CallSignal {

        private static final long serialVersionUID = 1L;
    }
}
