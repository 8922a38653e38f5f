package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.Translation;
import java.util.UUID;

/** A migrated annotation with its translation. */
record Migrated(Found found, Translation translation) {

    UUID annotation() {
        return found.element().annotation().getId();
    }
}
