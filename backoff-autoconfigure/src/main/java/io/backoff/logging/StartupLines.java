package io.backoff.logging;

import io.backoff.message.LogLine;
import java.util.List;

/**
 * Lines that a feature adds to the startup report. Beans of this type are called
 * once, by the context that has them.
 */
@FunctionalInterface
public interface StartupLines {

    /** The lines, in the order in which they are logged. All beans exist that the start creates. */
    List<LogLine> lines();
}
