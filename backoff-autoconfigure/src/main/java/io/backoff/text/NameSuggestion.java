package io.backoff.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

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
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[b.length()];
    }
}
