package io.backoff.classify;

import io.backoff.text.TruncatedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of HTTP statuses, written as codes, classes and ranges.
 *
 * <pre>{@code
 * StatusRanges.parse(List.of("429", "5xx", "520-526")).contains(503)   // true
 * }</pre>
 *
 * @param ranges the members
 * @since 0.1.0
 */
public record StatusRanges(List<Range> ranges) {

    private static final int LONGEST_TEXT = 40;
    private static final Pattern SINGLE = Pattern.compile("[1-9]\\d\\d");
    private static final Pattern CLASS = Pattern.compile("([1-9])[xX][xX]");
    private static final Pattern RANGE = Pattern.compile("([1-9]\\d\\d)\\s*-\\s*([1-9]\\d\\d)");

    /**
     * Copies the list.
     *
     * @param ranges the members
     */
    public StatusRanges {
        ranges = List.copyOf(ranges);
    }

    /**
     * Parses codes, classes and ranges.
     *
     * @param texts entries such as {@code 429}, {@code 5xx} or {@code 500-504}
     * @return the union of the entries; empty if there are none
     * @throws IllegalArgumentException if an entry is not of the form {@code 429}, {@code 5xx} or {@code 500-504}
     */
    public static StatusRanges parse(List<String> texts) {
        List<Range> ranges = new ArrayList<>();
        for (String text : texts) {
            ranges.add(Range.parse(text.trim()));
        }
        return new StatusRanges(ranges);
    }

    /**
     * {@return whether the set contains the status}
     *
     * @param status the code, for example 503
     */
    public boolean contains(int status) {
        for (Range range : ranges) {
            if (range.first <= status && status <= range.last) {
                return true;
            }
        }
        return false;
    }

    /**
     * A range of statuses.
     *
     * @param first lowest status
     * @param last highest status
     */
    public record Range(int first, int last) {

        private static Range parse(String text) {
            return single(text)
                    .or(() -> ofClass(text))
                    .or(() -> range(text))
                    .orElseThrow(() -> new IllegalArgumentException("'" + TruncatedText.of(text, LONGEST_TEXT)
                            + "' is not an HTTP status such as 429, a class such as 5xx, or a range such as 500-504"));
        }

        private static Optional<Range> single(String text) {
            return matched(SINGLE, text).map(code -> between(code.group(), code.group()));
        }

        private static Optional<Range> ofClass(String text) {
            return matched(CLASS, text).map(group -> between(group.group(1) + "00", group.group(1) + "99"));
        }

        private static Optional<Range> range(String text) {
            return matched(RANGE, text)
                    .map(range -> between(range.group(1), range.group(2)))
                    .filter(range -> range.first <= range.last);
        }

        private static Optional<Matcher> matched(Pattern pattern, String text) {
            return Optional.of(pattern.matcher(text)).filter(Matcher::matches);
        }

        private static Range between(String first, String last) {
            return new Range(Integer.parseInt(first), Integer.parseInt(last));
        }
    }
}
