package io.backoff.config;

/**
 * The limit {@code max-retries}: {@code max-attempts} without the first attempt. It exists for numbers of retries that
 * stand elsewhere, so that {@code max-retries: ${orders.retries}} needs no sum.
 */
public final class MaxRetries {

    private static final String FIELD = "max-retries";
    private static final String SAME = "max-attempts";

    private MaxRetries() {}

    /**
     * The settings of a policy with {@code max-attempts} in place of {@code max-retries}.
     *
     * @throws InvalidPropertyException if both are set, or the number cannot be used
     */
    public static Settings<PolicyProperties> toAttempts(String policy, Settings<PolicyProperties> settings) {
        Integer count = settings.properties().maxRetries();
        Setting retries = settings.get(FIELD);
        if (count == null || retries == null) {
            return settings;
        }
        Setting attempts = settings.get(SAME);
        if (attempts != null) {
            throw invalid(
                    policy,
                    retries,
                    "the policy also sets 'max-attempts' (" + attempts.origin() + "), which is the same limit",
                    "Remove one of them. max-attempts counts the first attempt, too.");
        }
        if (count < 0 || count == Integer.MAX_VALUE) {
            throw invalid(
                    policy,
                    retries,
                    count < 0 ? "it is negative" : "it is too large",
                    "Use 0 for no retries. For no limit, set 'max-attempts: 0' in its place.");
        }
        return settings.without(FIELD).with(SAME, new Setting(count + 1, retries.origin()));
    }

    private static InvalidPropertyException invalid(String policy, Setting retries, String reason, String remedy) {
        return new InvalidPropertyException(
                SettingsGroup.POLICIES.property(policy, FIELD), retries.value(), retries.origin(), reason, remedy);
    }
}
