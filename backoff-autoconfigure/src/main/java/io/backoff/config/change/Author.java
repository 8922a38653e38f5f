package io.backoff.config.change;

import io.backoff.text.TruncatedText;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * The author of a change at run time, and the source of the change.
 *
 * @param name the name of a person or a program; {@code null} if the configuration itself has changed
 * @param source the source of the change
 */
public record Author(@Nullable String name, ChangeSource source) {

    /** The name of an unauthenticated caller. */
    public static final String UNKNOWN = "unknown";

    private static final int LONGEST_NAME = 100;

    /** Returns the author for a principal; {@link #UNKNOWN} if there is none. */
    public static Author of(@Nullable Principal principal, ChangeSource source) {
        String name = principal == null ? null : principal.getName();
        return new Author(
                name == null || name.isBlank() ? UNKNOWN : TruncatedText.inOneLine(name.strip(), LONGEST_NAME), source);
    }

    /**
     * Returns the author of changes that come from the configuration, for example a file. Instead of a name, reports
     * contain the origin of each new value.
     */
    static Author configuration(ChangeSource source) {
        return new Author(null, source);
    }

    /** Returns the text for log lines, for example {@code alice (endpoint)}. */
    @Override
    public String toString() {
        return (name == null ? UNKNOWN : name) + " (" + source.text() + ")";
    }
}
