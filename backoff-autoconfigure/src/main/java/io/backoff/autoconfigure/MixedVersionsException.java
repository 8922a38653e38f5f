package io.backoff.autoconfigure;

import io.backoff.autoconfigure.ModuleVersions.Jar;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if jars of different versions of the library are on the class path. */
final class MixedVersionsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MixedVersionsException(List<Jar> jars) {
        super(jars.stream()
                .sorted(Comparator.comparing(Jar::artifact).thenComparing(Jar::version))
                .map(jar -> String.format("%n    %s %s (%s)", jar.artifact(), jar.version(), jar.location()))
                .collect(Collectors.joining(
                        "", "Jars of different versions of Backoff are on the class path:%n".formatted(), "")));
    }
}
