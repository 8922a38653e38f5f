package io.backoff.logging;

import io.backoff.message.LogLine;
import java.util.List;

/**
 * Lines that a feature adds to the startup report. A bean of this type is called once, by the context that declares it.
 */
@FunctionalInterface
public interface StartupLines {

    /**
     * Returns the lines in the order in which they are logged. The startup report calls this method when all singletons
     * exist.
     */
    List<LogLine> lines();
}
