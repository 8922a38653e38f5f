package io.backoff.text;

/** Cuts received text for use in messages. */
public final class TruncatedText {

    private TruncatedText() {}

    /**
     * Returns the text, cut to {@code longest} characters. A pair of surrogates is not cut in half.
     *
     * @param longest maximum number of characters, not counting the ellipsis
     */
    public static String of(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, end(text, longest)) + "...";
    }

    private static int end(String text, int longest) {
        return longest > 0 && Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    }

    /** Returns the text for a log line: cut, and without control characters and line breaks. */
    public static String inOneLine(String text, int longest) {
        return inOneLine(of(text, longest));
    }

    /** Returns the text without control characters and line breaks, so that it cannot forge a log line. */
    public static String inOneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
    }
}
