package io.backoff.rewrite.build;

import java.util.List;

/**
 * The library that a project migrates from.
 *
 * @param artifacts its artifacts as {@code group:artifact}; the artifact may be {@code *}
 * @param packages while code of these packages is used, the artifacts stay
 * @param properties while properties with these prefixes are set, the artifacts stay
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
