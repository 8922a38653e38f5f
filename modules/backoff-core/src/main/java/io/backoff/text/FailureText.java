package io.backoff.text;

import java.util.concurrent.atomic.AtomicReference;

/** The text of a failure in one line: its message may hold what a remote party wrote. */
public final class FailureText {

    private FailureText() {}

    /**
     * The text of the failure, or its class if {@code toString} throws, without control characters and line breaks, cut
     * to {@code longest} characters.
     *
     * @param longest maximum number of characters, not counting the dots that stand for the rest
     */
    public static String of(Throwable failure, int longest) {
        return TruncatedText.of(TruncatedText.inOneLine(textOf(failure)), longest);
    }

    /**
     * The text of the failure followed by that of its root cause, which is what an operator looks for; the root cause is
     * left out where the text of the failure has it.
     *
     * @param longest maximum number of characters of each of the two
     */
    public static String withRootCause(Throwable failure, int longest) {
        String outermost = of(failure, longest);
        AtomicReference<Throwable> root = new AtomicReference<>(failure);
        CauseChain.any(failure, each -> {
            root.set(each);
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
