package io.backoff.redelivery;

/** Failures as a line to store. Their messages may hold what a remote party wrote: no line breaks, no flood. */
final class FailureText {

    private static final int LONGEST = 500;

    private FailureText() {}

    static String of(Throwable failure) {
        String text = failure.toString().replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
