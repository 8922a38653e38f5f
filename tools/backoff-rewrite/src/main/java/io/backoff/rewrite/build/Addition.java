package io.backoff.rewrite.build;

/** The scope in which a module needs the starter. */
enum Addition {
    NONE,
    /** Only in tests. */
    TEST,
    MAIN;

    Addition or(Addition other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
