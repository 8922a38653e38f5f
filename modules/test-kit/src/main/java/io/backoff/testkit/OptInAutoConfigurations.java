package io.backoff.testkit;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Keeps JPA and Spring Modulith, which are on the tests' class path, out of test applications that do not need them. A
 * test that needs one of them names it in the property {@code tests.auto-configure}, as {@code jpa} or {@code
 * modulith}. If the test sets {@code tests.auto-configure-only}, a regular expression, it gets only auto-configurations
 * whose names match: starting the others would take most of the time that the test needs.
 */
class OptInAutoConfigurations implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final Map<String, String> NAMES = Map.of(
            "org.springframework.boot.data.jpa.", "jpa",
            "org.springframework.boot.hibernate.", "jpa",
            "org.springframework.boot.jpa.", "jpa",
            "org.springframework.modulith.", "modulith");

    private Set<String> wanted = Set.of();
    private Predicate<String> needed = type -> true;

    @Override
    public void setEnvironment(Environment environment) {
        wanted = Set.of(environment.getProperty("tests.auto-configure", String[].class, new String[0]));
        needed = Pattern.compile(environment.getProperty("tests.auto-configure-only", ".*"))
                .asMatchPredicate();
    }

    /** Decides on all classes that configurations import, not only on auto-configurations. */
    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            matches[i] = isWanted(classes[i]);
        }
        return matches;
    }

    private boolean isWanted(@Nullable String type) {
        return type != null
                && (needed.test(type) || !type.endsWith("AutoConfiguration"))
                && NAMES.entrySet().stream()
                        .allMatch(entry -> !type.startsWith(entry.getKey()) || wanted.contains(entry.getValue()));
    }
}
