package io.backoff.text;

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
        String text = textOf(failure).replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
        return text.length() <= longest ? text : text.substring(0, longest) + "...";
    }

    private static String textOf(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (Throwable broken) {
            return failure.getClass().getName();
        }
    }
}
