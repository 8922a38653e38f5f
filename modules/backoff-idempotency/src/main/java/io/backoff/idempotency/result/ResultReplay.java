package io.backoff.idempotency.result;

import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.StoredOutcome;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which results of a method are stored, and replays them to duplicates.
 *
 * @param operation name of the operation
 * @param serializer writes and reads results
 * @param maxSize maximum size of a stored text, in bytes
 * @param isFinal decides whether an exception is final and therefore stored
 */
public record ResultReplay(String operation, ResultSerializer serializer, long maxSize, Predicate<Throwable> isFinal) {

    private static final Logger logger = System.getLogger(ResultReplay.class.getName());

    private static final LogMessage RESULT_NOT_KEPT =
            LogMessage.warning("A result of %s cannot be stored, so duplicates fail with DuplicateOperationException");

    /**
     * Returns the outcome to store for a result; {@code null} for none. Does not throw exceptions, because the
     * operation has already been executed.
     */
    public @Nullable StoredOutcome ofResult(@Nullable Object result) {
        try {
            StoredOutcome outcome = serializer.store(result);
            return outcome == null || fits(outcome.content()) ? outcome : StoredOutcome.UNKEPT;
        } catch (Throwable failure) {
            // Accessors of the result may throw anything. If this method failed, the claim would stay in progress.
            RESULT_NOT_KEPT.with(operation).log(logger, failure);
            return StoredOutcome.UNKEPT;
        }
    }

    /** Returns the outcome to store for a failure; {@code null} if the key is to be released instead. */
    public @Nullable StoredOutcome ofFailure(Throwable failure) {
        if (!isFinal.test(failure)) {
            return null;
        }
        StoredOutcome outcome = StoredFailure.of(failure).toOutcome();
        return fits(outcome.content())
                ? outcome
                : StoredFailure.of(failure).withoutMessage().toOutcome();
    }

    /**
     * Returns the stored result for a duplicate.
     *
     * @throws Throwable the failure of the operation, or a {@link DuplicateOperationException} if the result was not
     *     stored, or if the result or failure can no longer be restored
     */
    public @Nullable Object replay(StoredOutcome outcome, @Nullable ClassLoader loader) throws Throwable {
        return switch (outcome.kind()) {
            case FAILED -> throw StoredFailure.parse(outcome.content()).toThrowable(operation, isFinal, loader);
            case UNKEPT ->
                throw new DuplicateOperationException(operation + " was carried out before; its result was not kept");
            case RETURNED -> read(outcome);
        };
    }

    private @Nullable Object read(StoredOutcome outcome) {
        try {
            return serializer.restore(outcome);
        } catch (RuntimeException failure) {
            throw new DuplicateOperationException(
                    operation + " was carried out before; its result can no longer be read", failure);
        }
    }

    private boolean fits(@Nullable String content) {
        return content == null
                || content.length() <= maxSize && content.getBytes(StandardCharsets.UTF_8).length <= maxSize;
    }
}
