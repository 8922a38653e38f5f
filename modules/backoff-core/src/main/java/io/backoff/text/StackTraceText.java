package io.backoff.text;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Formats the stack trace of a failure. For suppressed failures and causes, only the frames that differ from those of
 * the enclosing failure are printed, so three attempts that failed at the same place take little more space than one.
 * Messages are cut and stripped of control characters, as in {@link FailureText}. The failure itself is not changed.
 *
 * <pre>{@code
 *     at shop.MailClient.send(MailClient.java:31)
 *     at shop.OrderService.confirm(OrderService.java:58)
 * Suppressed: java.io.IOException: down
 *     ... 2 frames as above
 * }</pre>
 */
public final class StackTraceText {

    private static final int MOST_FRAMES = 200;
    private static final int MOST_FAILURES = 20;
    private static final int LONGEST_MESSAGE = 300;
    private static final StackTraceElement[] NOTHING = {};

    private final StringBuilder text = new StringBuilder();
    private final Set<Throwable> shown = Collections.newSetFromMap(new IdentityHashMap<>());

    private StackTraceText() {}

    /**
     * Returns the frames of the failure, its suppressed failures and its causes; each line begins with a line break.
     */
    public static String of(Throwable failure) {
        StackTraceText stack = new StackTraceText();
        stack.add(failure, NOTHING);
        return stack.text.toString();
    }

    private void add(Throwable failure, StackTraceElement[] enclosing) {
        shown.add(failure);
        StackTraceElement[] frames = framesOf(failure);
        addFrames(frames, enclosing);
        for (Throwable suppressed : failure.getSuppressed()) {
            addNested("Suppressed: ", suppressed, frames);
        }
        Throwable cause = CauseChain.of(failure);
        if (cause != null) {
            addNested("Caused by: ", cause, frames);
        }
    }

    private static StackTraceElement[] framesOf(Throwable failure) {
        try {
            return failure.getStackTrace();
        } catch (Throwable broken) {
            return NOTHING;
        }
    }

    private void addNested(String caption, Throwable failure, StackTraceElement[] enclosing) {
        if (shown.size() < MOST_FAILURES && !shown.contains(failure)) {
            text.append('\n').append(caption).append(FailureText.of(failure, LONGEST_MESSAGE));
            add(failure, enclosing);
        }
    }

    private void addFrames(StackTraceElement[] frames, StackTraceElement[] enclosing) {
        int first = equalAtTop(frames, enclosing);
        int end = frames.length - equalAtBottom(frames, enclosing, first);
        addEqual(first);
        addDifferent(Arrays.copyOfRange(frames, first, end));
        addEqual(frames.length - end);
    }

    private void addDifferent(StackTraceElement[] frames) {
        for (StackTraceElement frame : Arrays.copyOf(frames, Math.min(frames.length, MOST_FRAMES))) {
            text.append("\n\tat ").append(frame);
        }
        if (frames.length > MOST_FRAMES) {
            text.append("\n\t... ").append(frames.length - MOST_FRAMES).append(" frames left out");
        }
    }

    private void addEqual(int frames) {
        if (frames > 0) {
            text.append("\n\t... ").append(frames).append(frames == 1 ? " frame as above" : " frames as above");
        }
    }

    private static int equalAtTop(StackTraceElement[] frames, StackTraceElement[] enclosing) {
        int equal = 0;
        while (equal < Math.min(frames.length, enclosing.length) && frames[equal].equals(enclosing[equal])) {
            equal++;
        }
        return equal;
    }

    private static int equalAtBottom(StackTraceElement[] frames, StackTraceElement[] enclosing, int top) {
        int equal = 0;
        while (equal < Math.min(frames.length, enclosing.length) - top
                && frames[frames.length - 1 - equal].equals(enclosing[enclosing.length - 1 - equal])) {
            equal++;
        }
        return equal;
    }
}
