package io.backoff.idempotency.method;

import io.backoff.Idempotent;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import io.backoff.result.ResultKind;
import io.backoff.result.StageKind;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rejects idempotent methods with retries, unless each attempt claims the same key again. */
final class RetryCompatibilityCheck {

    private RetryCompatibilityCheck() {}

    static void check(
            Method method,
            ResultKind kind,
            @Nullable Supplier<BackoffPolicy> policy,
            IdempotencyDependencies dependencies) {
        if (policy != null) {
            checkWeaving(method, dependencies);
            checkPrincipal(method, kind, dependencies);
        }
    }

    private static void checkWeaving(Method method, IdempotencyDependencies dependencies) {
        if (dependencies.woven()) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "with backoff.advice-mode=aspectj, all attempts would share one claim of the idempotency key, "
                            + "but each attempt must claim the key itself",
                    "Put @Backoff on the caller, or move the operation to a method of another bean.");
        }
    }

    private static void checkPrincipal(Method method, ResultKind kind, IdempotencyDependencies dependencies) {
        if (kind instanceof StageKind<?> && losesPrincipal(dependencies)) {
            throw new InvalidBackoffException(
                    Idempotent.class,
                    method,
                    "later attempts run on other threads, which do not know the principal that keys belong to",
                    "Add io.micrometer:context-propagation, which propagates it.");
        }
    }

    private static boolean losesPrincipal(IdempotencyDependencies dependencies) {
        return dependencies.principal() != CurrentPrincipal.NONE && !dependencies.carriesContext();
    }
}
