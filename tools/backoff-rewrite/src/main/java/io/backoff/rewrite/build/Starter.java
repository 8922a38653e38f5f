package io.backoff.rewrite.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** The dependency of a migrated project: {@code backoff-starter}, in the version of this module. */
final class Starter {

    static final String GROUP = "io.backoff";
    static final String ARTIFACT = "backoff-starter";
    static final String PACKAGE = "io.backoff";

    /** The artifacts that provide Backoff; any of them is sufficient. */
    private static final Set<String> ARTIFACTS = Set.of(ARTIFACT, "backoff-autoconfigure");

    private Starter() {}

    static boolean is(String group, String artifact) {
        return GROUP.equals(group) && ARTIFACTS.contains(artifact);
    }

    /** Returns the Gradle notation, without a version if the project manages it. */
    static String notation(boolean managed) {
        return GROUP + ":" + ARTIFACT + (managed ? "" : ":" + version());
    }

    static String version() {
        Properties properties = new Properties();
        try (InputStream in = Starter.class.getResourceAsStream("starter.properties")) {
            properties.load(Objects.requireNonNull(in, "starter.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Objects.requireNonNull(properties.getProperty("version"), "version");
    }
}
