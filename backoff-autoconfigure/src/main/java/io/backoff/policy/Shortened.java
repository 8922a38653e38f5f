package io.backoff.policy;

/** Text that somebody has sent, cut before it is repeated in a message. */
public final class Shortened {

    private Shortened() {}

    /**
     * The text, cut to so many characters.
     *
     * @param longest not counting the dots that stand for the rest
     */
    public static String of(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "...";
    }
}
