package io.backoff.rewrite.policy;

/** The policy that every migrated one extends: it leaves out what the former library did not do. */
public final class BasePolicy {

    public static final String NAME = "migrated";

    public static final PolicySettings SETTINGS = PolicySettings.empty()
            .with("max-elapsed", "0")
            .with("budget", "none")
            .commented("budget", "without this line, retries stay below a tenth of the calls")
            .with("honor-retry-after", "false")
            .with("throttled-delay", "0")
            .with("abort-on", "[]")
            .commented("abort-on", "without this line, failures that no retry can cure are not retried")
            .with("retry-on-status", "400-599");

    public static final String COMMENT =
            "As before the migration. Remove these lines one by one: see docs/migration/README.md";

    private BasePolicy() {}
}
