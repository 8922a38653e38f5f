package io.backoff.text;

import java.util.concurrent.atomic.AtomicReference;

/** Formats a failure as one safe line, because its message may contain remote input. */
public final class FailureText {

    private FailureText() {}

    /**
     * Returns the text of the failure, without control characters and line breaks, cut to {@code longest} characters.
     * If the failure's {@code toString} throws, the name of its class is used instead.
     *
     * @param longest maximum number of characters, not counting the ellipsis
     */
    public static String of(Throwable failure, int longest) {
        return TruncatedText.of(TruncatedText.inOneLine(textOf(failure)), longest);
    }

    /**
     * Returns the text of the failure followed by the text of its root cause, unless the first text contains the
     * second.
     *
     * @param longest maximum number of characters of each text
     */
    public static String withRootCause(Throwable failure, int longest) {
        String outermost = of(failure, longest);
        AtomicReference<Throwable> root = new AtomicReference<>(failure);
        CauseChain.any(failure, cause -> {
            root.set(cause);
            return false;
        });
        String innermost = of(root.get(), longest);
        return outermost.contains(innermost) ? outermost : outermost + ": " + innermost;
    }

    private static String textOf(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (Throwable broken) {
            return failure.getClass().getName();
        }
    }
}
