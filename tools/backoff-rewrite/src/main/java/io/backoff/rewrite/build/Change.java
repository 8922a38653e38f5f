package io.backoff.rewrite.build;

import java.util.function.Predicate;

/**
 * What to change in one build file.
 *
 * @param library the old library
 * @param addition the scope in which the starter is needed
 * @param managed whether the project manages the version of the starter
 * @param removes whether the old library can be removed
 * @param oldAccessor recognizes Gradle expressions for the old library
 */
record Change(OldLibrary library, Addition addition, boolean managed, boolean removes, Predicate<String> oldAccessor) {

    boolean adds() {
        return addition != Addition.NONE;
    }

    boolean isNothing() {
        return !adds() && !removes;
    }

    Change added() {
        return new Change(library, Addition.NONE, managed, removes, oldAccessor);
    }
}
