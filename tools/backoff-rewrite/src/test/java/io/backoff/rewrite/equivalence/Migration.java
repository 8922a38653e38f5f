package io.backoff.rewrite.equivalence;

import java.util.Map;

/** Changes files, by path. */
@FunctionalInterface
interface Migration {

    Map<String, String> migrate(Map<String, String> files);
}
