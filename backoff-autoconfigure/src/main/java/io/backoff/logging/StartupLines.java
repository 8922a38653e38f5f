package io.backoff.logging;

import io.backoff.message.LogLine;
import java.util.List;

/** Lines that a feature adds to the startup report. Beans of this type are called once, by their own context. */
@FunctionalInterface
public interface StartupLines {

    /** Returns the lines in log order. Called when all singletons exist. */
    List<LogLine> lines();
}
