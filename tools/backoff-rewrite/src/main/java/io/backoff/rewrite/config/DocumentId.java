package io.backoff.rewrite.config;

import java.nio.file.Path;

/** Identifies one document of a configuration file: the first has index 0. */
public record DocumentId(Path file, int index) implements Comparable<DocumentId> {

    @Override
    public int compareTo(DocumentId other) {
        int byFile = file.compareTo(other.file);
        return byFile != 0 ? byFile : Integer.compare(index, other.index);
    }
}
