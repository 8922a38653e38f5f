package io.backoff.autoconfigure;

/** Refuses what the configuration knows and this version does not do yet, rather than to do something else. */
final class UnavailableSettings {

    private static final String ADVICE_MODE = "backoff.advice-mode";

    private UnavailableSettings() {}

    static void check(BackoffProperties properties, PropertyOrigins origins) {
        if (properties.adviceMode() == AdviceMode.ASPECTJ) {
            throw new InvalidPropertyException(
                    ADVICE_MODE,
                    Text.of(AdviceMode.ASPECTJ),
                    origins.of(ADVICE_MODE),
                    "it is not available in this version",
                    "Use 'proxy', and call annotated methods from other beans.");
        }
    }
}
