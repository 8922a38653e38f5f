package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.Translation;
import java.util.UUID;

/** An annotation that is carried over, and what it becomes. */
record Migrated(Found found, Translation translation) {

    UUID annotation() {
        return found.element().annotation().getId();
    }
}
