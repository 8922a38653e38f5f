package io.backoff.config;

/**
 * The property {@code max-retries}: {@code max-attempts} without the first attempt. It allows an existing number of
 * retries to be used as it is: {@code max-retries: ${orders.retries}}.
 */
public final class MaxRetries {

    private static final String FIELD = "max-retries";
    private static final String SAME = "max-attempts";

    private MaxRetries() {}

    /**
     * Converts {@code max-retries} in the settings of a policy to {@code max-attempts}.
     *
     * @throws InvalidPropertyException if both are set, or the number is out of range
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
