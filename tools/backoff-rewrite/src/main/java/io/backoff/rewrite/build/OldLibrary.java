package io.backoff.rewrite.build;

import java.util.List;

/**
 * The library from which a project migrates.
 *
 * @param artifacts its artifacts as {@code group:artifact}; the artifact may be {@code *}
 * @param packages its packages; while code uses one of them, the artifacts stay
 * @param properties prefixes of its properties; while one of them is set, the artifacts stay
 * @param dependents other artifacts, which use the library if it is there; while one of them is declared, the library's
 *     artifacts stay
 */
record OldLibrary(List<String> artifacts, List<String> packages, List<String> properties, List<String> dependents) {

    boolean is(String group, String artifact) {
        return contains(artifacts, group, artifact);
    }

    boolean isDependent(String group, String artifact) {
        return contains(dependents, group, artifact);
    }

    private static boolean contains(List<String> artifacts, String group, String artifact) {
        return artifacts.contains(group + ":" + artifact) || artifacts.contains(group + ":*");
    }

    boolean hasClass(String name) {
        return within(packages, name);
    }

    boolean hasProperty(String key) {
        return within(properties, key);
    }

    static boolean within(List<String> prefixes, String name) {
        return prefixes.stream().anyMatch(prefix -> name.equals(prefix) || name.startsWith(prefix + "."));
    }
}
