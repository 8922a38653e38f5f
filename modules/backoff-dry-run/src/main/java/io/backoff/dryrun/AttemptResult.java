package io.backoff.dryrun;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The result of an attempt, with the details that affect a retry. */
public enum AttemptResult {
    SUCCESS(null),
    IO(RetryCause.IO),
    TIMEOUT(RetryCause.TIMEOUT),
    HTTP_5XX(RetryCause.HTTP_5XX),
    THROTTLED(RetryCause.THROTTLED),
    ASKED_TO_SLOW_DOWN(RetryCause.OVERLOADED),
    DB(RetryCause.DB),
    GRPC(RetryCause.GRPC),
    RESULT(RetryCause.RESULT),
    OTHER(RetryCause.OTHER),
    /** The attempt must be repeated after another call has ended. The retry takes no token from the budget. */
    WAITING(null),
    NOT_RETRYABLE(null),
    OVERLOADED(null),
    ABORTED(null);

    /** The number of constants. */
    static final int NUMBER = values().length;

    private static final AttemptResult[] BY_CAUSE =
            Arrays.stream(RetryCause.values()).map(AttemptResult::retryable).toArray(AttemptResult[]::new);

    private final @Nullable RetryCause cause;

    AttemptResult(@Nullable RetryCause cause) {
        this.cause = cause;
    }

    /** Returns the result of an attempt with this verdict. */
    static AttemptResult of(Verdict verdict) {
        return switch (verdict.kind()) {
            case RETRY -> verdict.free() ? WAITING : BY_CAUSE[verdict.cause().ordinal()];
            case NOT_RETRYABLE -> NOT_RETRYABLE;
            case OVERLOADED -> OVERLOADED;
            case ABORT -> ABORTED;
        };
    }

    /** The cause of the following retry; {@code null} if no retry may follow, or if the retry needs no token. */
    public @Nullable RetryCause cause() {
        return cause;
    }

    private static AttemptResult retryable(RetryCause cause) {
        return Arrays.stream(values())
                .filter(result -> result.cause == cause)
                .findFirst()
                .orElseThrow();
    }
}
