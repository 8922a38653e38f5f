package io.backoff.engine.safe;

import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of calls without ever throwing. If the key of a call is null, blank or unreadable, the call counts as
 * having no key; the first such call is logged as a warning.
 */
public final class SafeKeys {

    private static final Logger logger = System.getLogger(SafeKeys.class.getName());

    private static final LogMessage KEY_MISSING = LogMessage.warning("%s has no key, because %s: its retries depend on "
            + "the budget of the policy alone. This is logged once");

    private final String calls;
    private final LogLimit once = LogLimit.once();

    /**
     * Creates a reader.
     *
     * @param calls subject of the log line, such as {@code A programmatic call (policy 'crm')}
     */
    public SafeKeys(String calls) {
        this.calls = calls;
    }

    /** Returns the text of a key; {@code null} if the call has none. */
    public @Nullable String read(Source source) {
        Object key;
        String text;
        try {
            key = source.key();
            text = key == null ? null : key.toString();
        } catch (Throwable broken) {
            missing("it could not be read", broken);
            return null;
        }
        if (text == null || text.isBlank()) {
            missing(text == null ? "it was null" : "it was blank", null);
            return null;
        }
        return text;
    }

    private void missing(String reason, @Nullable Throwable failure) {
        if (once.isFirst(this)) {
            KEY_MISSING.with(calls, reason).log(logger, failure);
        }
    }

    /** Supplies the key of one call. */
    @FunctionalInterface
    public interface Source {

        @Nullable
        Object key() throws Exception;
    }
}
