package io.backoff.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** Guesses what a misspelt name was meant to be. */
public final class NameSuggestion {

    private NameSuggestion() {}

    /** The most similar candidate; empty if none is similar enough. */
    public static Optional<String> closest(String name, Collection<String> candidates) {
        return closest(name, candidates, Math.max(2, name.length() / 3));
    }

    /** The most similar candidate; empty if each differs in more letters than tolerated. */
    public static Optional<String> closest(String name, Collection<String> candidates, int tolerated) {
        return candidates.stream()
                // Checked first, since computing the distance takes long for a long name.
                .filter(candidate -> Math.abs(name.length() - candidate.length()) <= tolerated)
                .filter(candidate -> distance(name, candidate) <= tolerated)
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Levenshtein's distance: how many letters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] row = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 0; i < a.length(); i++) {
            addLetter(a.charAt(i), b, row);
        }
        return row[b.length()];
    }

    /** Extends a word by a letter. The row holds the distances of the word to all prefixes of the text. */
    private static void addLetter(char letter, String text, int[] row) {
        int diagonal = row[0]++;
        for (int j = 1; j <= text.length(); j++) {
            int replaced = diagonal + (letter == text.charAt(j - 1) ? 0 : 1);
            diagonal = row[j];
            row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
        }
    }
}
