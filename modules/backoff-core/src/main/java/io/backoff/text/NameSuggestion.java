package io.backoff.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** Suggests the known name closest to a misspelled one. */
public final class NameSuggestion {

    private NameSuggestion() {}

    /** Returns the most similar candidate; empty if none is similar enough. */
    public static Optional<String> closest(String name, Collection<String> candidates) {
        return closest(name, candidates, Math.max(2, name.length() / 3));
    }

    /** Returns the most similar candidate; empty if each differs in more letters than tolerated. */
    public static Optional<String> closest(String name, Collection<String> candidates, int tolerated) {
        return candidates.stream()
                .filter(candidate -> difference(name, candidate, tolerated) <= tolerated)
                .min(Comparator.comparingInt((String candidate) -> difference(name, candidate, tolerated))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * Returns the number of errors in a name. A singular with {@code y}, as in "policy" for "policies", counts as one
     * error.
     */
    private static int difference(String name, String candidate, int tolerated) {
        int letters = bounded(name, candidate, tolerated);
        String singular = candidate.replaceFirst("ies$", "y");
        return singular.equals(candidate) ? letters : Math.min(letters, 1 + bounded(name, singular, tolerated));
    }

    // Names that differ too much in length are skipped, because the distance to a long name is slow to compute.
    private static int bounded(String name, String candidate, int tolerated) {
        return Math.abs(name.length() - candidate.length()) > tolerated ? tolerated + 1 : distance(name, candidate);
    }

    /**
     * Returns the edit distance: the number of letters to insert, delete or replace, plus the number of adjacent
     * pairs to swap.
     */
    private static int distance(String a, String b) {
        int[] before = {};
        int[] row = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 1; i <= a.length(); i++) {
            int[] next = withLetter(a, i, b, row);
            if (i > 1) {
                swapNeighbors(a, i, b, before, next);
            }
            before = row;
            row = next;
        }
        return row[b.length()];
    }

    /**
     * Computes the distances of the first i letters of a word to all prefixes of the text, given the distances for one
     * letter fewer.
     */
    private static int[] withLetter(String word, int i, String text, int[] row) {
        int[] next = new int[row.length];
        next[0] = i;
        for (int j = 1; j <= text.length(); j++) {
            int replaced = row[j - 1] + (word.charAt(i - 1) == text.charAt(j - 1) ? 0 : 1);
            next[j] = Math.min(replaced, Math.min(next[j - 1], row[j]) + 1);
        }
        return next;
    }

    /**
     * Lowers each distance in {@code next} that a swap of the last two letters makes shorter. {@code before} has the
     * distances for two letters fewer.
     */
    private static void swapNeighbors(String word, int i, String text, int[] before, int[] next) {
        for (int j = 2; j <= text.length(); j++) {
            if (word.charAt(i - 1) == text.charAt(j - 2) && word.charAt(i - 2) == text.charAt(j - 1)) {
                next[j] = Math.min(next[j], before[j - 2] + 1);
            }
        }
    }
}
