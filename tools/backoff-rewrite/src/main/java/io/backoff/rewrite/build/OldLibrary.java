package io.backoff.rewrite.build;

import java.util.List;

/**
 * The library from which a project migrates.
 *
 * @param artifacts its artifacts as {@code group:artifact}; the artifact may be {@code *}
 * @param packages packages whose use in code keeps the artifacts
 * @param properties prefixes of properties whose use keeps the artifacts
 */
record OldLibrary(List<String> artifacts, List<String> packages, List<String> properties) {

    boolean is(String group, String artifact) {
        return artifacts.contains(group + ":" + artifact) || artifacts.contains(group + ":*");
    }

    boolean hasClass(String name) {
        return within(packages, name);
    }

    boolean hasProperty(String key) {
        return within(properties, key);
    }

    static boolean within(List<String> prefixes, String name) {
        return prefixes.stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "."));
    }
}
