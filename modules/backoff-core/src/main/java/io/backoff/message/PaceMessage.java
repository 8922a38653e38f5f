package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about the pace of policies. */
public enum PaceMessage implements LogMessage {
    BEGAN("Policy '%s' paces its attempts: %s were throttled within a second. They begin at %s a second now, and at "
            + "what the callee turns out to allow"),
    ENDED("Policy '%s' no longer paces its attempts: for ten seconds the callee allowed more than there were");

    private final String template;

    PaceMessage(String template) {
        this.template = template;
    }

    @Override
    public Level level() {
        return Level.INFO;
    }

    @Override
    public String template() {
        return template;
    }
}
