package io.backoff.rewrite.build;

/** Where a module needs the starter. */
enum Addition {
    NONE,
    /** Only in its tests. */
    TEST,
    MAIN;

    Addition or(Addition other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
