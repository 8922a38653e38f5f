package io.backoff.rewrite.policy;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The base policy of all migrated policies, which disables features that the old library did not have. */
public final class BasePolicy {

    public static final String NAME = "migrated";

    public static final String COMMENT =
            "As before the migration. Remove these lines one by one, and watch the meters backoff.calls and backoff.retries.";

    private static final String STATUSES = "retry-on-status";
    private static final PolicySettings WITHOUT_STATUSES = PolicySettings.empty()
            .with("max-elapsed", "0")
            .with("budget", "none")
            .commented(
                    "budget",
                    "without this line, retries stay below a tenth of the calls, plus a burst and one every ten seconds")
            .with("honor-retry-after", "false")
            .with("throttled-delay", "0")
            .with("abort-on", "[]")
            .commented("abort-on", "without this line, failures that no retry can cure are not retried");

    /**
     * If a policy names one of these classes, the status of a failure decides whether the failure is retried. Failures
     * of any other class that a policy names are retried whatever their status.
     */
    private static final Set<String> BROAD =
            Set.of("java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException");

    private BasePolicy() {}

    /** Returns the settings of the base policy for the policies of an application. */
    public static PolicySettings of(Collection<PolicySettings> policies) {
        return policies.stream().anyMatch(BasePolicy::needsStatuses)
                ? withStatuses(WITHOUT_STATUSES)
                : WITHOUT_STATUSES;
    }

    /**
     * Returns the settings of a policy, with retried statuses if it needs them and the existing base policy lacks them.
     */
    public static PolicySettings completed(PolicySettings policy, PolicySettings base) {
        return needsStatuses(policy) && !base.fields().containsKey(STATUSES) ? withStatuses(policy) : policy;
    }

    /**
     * Whether a policy sets the same fields as the base policy, with or without {@code retry-on-status}; the values may
     * differ.
     */
    public static boolean isLike(PolicySettings policy) {
        Set<String> fields = policy.fields().keySet();
        return fields.equals(WITHOUT_STATUSES.fields().keySet())
                || fields.equals(withStatuses(WITHOUT_STATUSES).fields().keySet());
    }

    private static PolicySettings withStatuses(PolicySettings policy) {
        return policy.with(STATUSES, "100-999")
                .commented(STATUSES, "without this line, 404 and most other HTTP statuses are not retried");
    }

    /**
     * Whether settings need a list of retried statuses. They need a list if they name a broad exception to retry. If
     * they name no exceptions, they need a list only if they contain {@code extends}, because they are then a complete
     * policy. Settings without {@code extends} only override some fields of a policy, for example in a profile.
     */
    private static boolean needsStatuses(PolicySettings policy) {
        String retried = policy.fields().get("retry-on");
        return retried == null
                ? policy.fields().containsKey("extends")
                : List.of(retried.split(", ")).stream().anyMatch(BROAD::contains);
    }
}
