package io.backoff.test.autoconfigure;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about the contexts of tests. */
@Internal
public enum TestMessage implements LogMessage {
    NOT_GUARDED("@%s has no effect on %s in this test, whose context is a part of the application without Backoff. "
            + "Add @AutoConfigureBackoff to the test.");

    private final String template;

    TestMessage(String template) {
        this.template = template;
    }

    @Override
    public Level level() {
        return Level.WARNING;
    }

    @Override
    public String template() {
        return template;
    }
}
