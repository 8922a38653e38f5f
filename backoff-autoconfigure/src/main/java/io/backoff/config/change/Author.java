package io.backoff.config.change;

import io.backoff.text.TruncatedText;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Who changes settings at run time, and which way.
 *
 * @param name the name of a person or a program; {@code null} where the configuration itself has changed
 * @param source the way
 */
public record Author(@Nullable String name, ChangeSource source) {

    /** The name of somebody who did not have to say it. */
    public static final String UNKNOWN = "unknown";

    private static final int LONGEST_NAME = 100;

    /** The author that a principal is; {@link #UNKNOWN} if there is none. */
    public static Author of(@Nullable Principal principal, ChangeSource source) {
        String name = principal == null ? null : principal.getName();
        return new Author(
                name == null || name.isBlank() ? UNKNOWN : TruncatedText.inOneLine(name.strip(), LONGEST_NAME), source);
    }

    /** Stands for the configuration: each value has been written somewhere, which takes the place of a name. */
    static Author configuration(ChangeSource source) {
        return new Author(null, source);
    }

    /** For example {@code alice (endpoint)}. */
    @Override
    public String toString() {
        return (name == null ? UNKNOWN : name) + " (" + source.text() + ")";
    }
}
