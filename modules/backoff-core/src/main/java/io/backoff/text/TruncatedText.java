package io.backoff.text;

/** Cuts received text before it is repeated in a message. */
public final class TruncatedText {

    private TruncatedText() {}

    /**
     * The text, cut to {@code longest} characters.
     *
     * @param longest maximum number of characters, not counting the dots that stand for the rest
     */
    public static String of(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "...";
    }

    /** The text for a line of the log: cut, and without control characters and line breaks. */
    public static String inOneLine(String text, int longest) {
        return inOneLine(of(text, longest));
    }

    /** The text without control characters and line breaks, so that it cannot forge a line of the log. */
    public static String inOneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
    }
}
