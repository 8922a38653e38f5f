package io.backoff.adopt;

import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about calls that other libraries retry, logged at startup. */
public enum AdoptMessage implements LogMessage {
    ADOPTED(Level.INFO, "Backoff %s %s (%s); set 'backoff.adopt.mode' to %s"),
    NOT_ADOPTED(Level.WARNING, "The retries of %s are not adopted: %s. Its calls are neither counted nor governed."),
    DELAYS_PASS(
            Level.WARNING,
            "Callers of %s wait for the delays of %s even if retries are denied: these calls cannot be ended early. Keep "
                    + "delays short and attempts few."),
    RETRIED_OUTSIDE(
            Level.WARNING,
            "The retries of %s do not call the method again: %s waits, and then reads the stage that it got once more. "
                    + "Annotate the method with @Backoff instead, which calls it again."),
    NOT_GOVERNED(
            Level.WARNING,
            "The retries of %s are only observed: they are unlimited, and a call whose retries are denied would never "
                    + "end. Limit the attempts."),
    RETRIED_TWICE(
            Level.WARNING,
            "%s is retried by %s: attempts multiply. Remove one of the annotations, or set 'backoff.adopt.mode' to "
                    + "'govern', which lets one of them retry."),
    SAME_NAME(
            Level.WARNING,
            "Policy '%s' has the name of a Resilience4j instance, but its methods do not use it. Write "
                    + "'backoff.adopt.policies.%s: %s', or rename the policy."),
    UNUSED_MAPPING(
            Level.WARNING,
            "'backoff.adopt.policies' maps '%s' (%s), but no adopted method, class or instance has that name%s");

    private final Level level;
    private final String template;

    AdoptMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    @Override
    public Level level() {
        return level;
    }

    @Override
    public String template() {
        return template;
    }
}
