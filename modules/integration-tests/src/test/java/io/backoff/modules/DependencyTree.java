package io.backoff.modules;

import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dependencies of this module and theirs, as the build has written them. */
final class DependencyTree {

    private static final Path FILE = Path.of(System.getProperty("basedir", "."), "target", "dependencies.txt");
    // Three characters of indentation for each level, then the coordinates; in parentheses where they are repeated.
    private static final Pattern LINE = Pattern.compile("([|+\\\\\\- ]*)\\(?([\\w.-]+):([\\w.-]+):jar:.*");

    private final Map<String, Set<String>> dependencies = new HashMap<>();

    DependencyTree() {
        List<String> parents = new ArrayList<>();
        for (String line : Docs.lines(FILE)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                int level = matcher.group(1).length() / 3;
                String artifact = matcher.group(2) + ":" + matcher.group(3);
                parents = new ArrayList<>(parents.subList(0, level));
                if (level > 0) {
                    of(parents.get(level - 1)).add(artifact);
                }
                parents.add(artifact);
            }
        }
    }

    private Set<String> of(String artifact) {
        return dependencies.computeIfAbsent(artifact, name -> new LinkedHashSet<>());
    }

    /** The names of artifacts, given as {@code group:artifact}, and of all that they depend on. */
    Set<String> closure(List<String> artifacts) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(artifacts);
        while (!open.isEmpty()) {
            String next = open.pop();
            if (all.add(next)) {
                open.addAll(of(next));
            }
        }
        Set<String> names = new LinkedHashSet<>();
        all.forEach(artifact -> names.add(artifact.substring(artifact.indexOf(':') + 1)));
        return names;
    }
}
