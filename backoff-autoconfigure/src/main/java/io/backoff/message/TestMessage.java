package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about the contexts of tests. */
public enum TestMessage implements LogMessage {
    NOT_GUARDED("@%s has no effect on %s in this test, whose context is a part of the application without Backoff. "
            + "Add @AutoConfigureBackoff to the test."),
    NOT_STORED("@%s has no effect on %s in this test, whose context is a part of the application without stored "
            + "calls: each call is made immediately. Test it with the whole application (@SpringBootTest).");

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
