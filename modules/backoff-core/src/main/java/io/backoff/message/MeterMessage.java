package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about metrics. */
public enum MeterMessage implements LogMessage {
    NOT_REGISTERED(Level.WARNING, "No metrics for %s"),
    FAILED(Level.DEBUG, "A meter failed"),
    CONVENTION_FAILED(Level.WARNING, "The convention %s failed; the meters of %s have their usual tags"),
    OTHER_CONTEXT(
            Level.WARNING,
            "Another application context has registered %s in the same meter registry. Where "
                    + "both have a method or a budget of the same name, the meters show the other "
                    + "context's. Give each context its own registry, or set backoff.metrics.enabled=false "
                    + "in one of them.");

    private final Level level;
    private final String template;

    MeterMessage(Level level, String template) {
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
