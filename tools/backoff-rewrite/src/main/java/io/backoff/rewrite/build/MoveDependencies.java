package io.backoff.rewrite.build;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Option;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.TreeVisitor;

/**
 * A recipe that adds {@code backoff-starter} to modules whose code uses {@code io.backoff}, and removes the artifacts
 * of the old library from migrated modules that no longer use it.
 *
 * <p>A scan sees the code before the edits of the same cycle, so this recipe takes effect in the cycle after the
 * migration of the code. Therefore, the recipe that migrates the code must cause another cycle.
 *
 * <p>Entries of {@code dependencyManagement}, version catalogs and properties stay, because they do no harm.
 */
public final class MoveDependencies extends ScanningRecipe<ProjectFacts> {

    @Option(
            displayName = "Artifacts",
            description = "The artifacts of the old library, as `group:artifact` or `group:*`.",
            example = "org.springframework.retry:spring-retry",
            required = false)
    private final List<String> artifacts;

    @Option(
            displayName = "Packages",
            description = "The artifacts stay in modules that use classes of these packages.",
            example = "org.springframework.retry",
            required = false)
    private final List<String> packages;

    @Option(
            displayName = "Properties",
            description = "The artifacts stay while a property with one of these prefixes is set.",
            example = "resilience4j",
            required = false)
    private final List<String> properties;

    @Option(
            displayName = "Dependents",
            description =
                    "The artifacts stay while the project declares one of these artifacts, as `group:artifact` or "
                            + "`group:*`, which use the library if it is on the class path.",
            example = "org.springframework.cloud:*",
            required = false)
    private final List<String> dependents;

    @JsonCreator
    public MoveDependencies(
            @JsonProperty("artifacts") @Nullable List<String> artifacts,
            @JsonProperty("packages") @Nullable List<String> packages,
            @JsonProperty("properties") @Nullable List<String> properties,
            @JsonProperty("dependents") @Nullable List<String> dependents) {
        this.artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
        this.packages = packages == null ? List.of() : List.copyOf(packages);
        this.properties = properties == null ? List.of() : List.copyOf(properties);
        this.dependents = dependents == null ? List.of() : List.copyOf(dependents);
    }

    @Override
    public String getDisplayName() {
        return "Replace a retry library with Backoff in the dependencies";
    }

    @Override
    public String getDescription() {
        return "Adds `io.backoff:backoff-starter` to the modules that use it. "
                + "Removes the artifacts of the old library from migrated modules that no longer use it.";
    }

    @Override
    public boolean causesAnotherCycle() {
        return true;
    }

    @Override
    public ProjectFacts getInitialValue(ExecutionContext ctx) {
        return new ProjectFacts();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(ProjectFacts facts) {
        return new ProjectScanner(library(), facts);
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(ProjectFacts facts) {
        return new BuildFileVisitor(library(), facts);
    }

    private OldLibrary library() {
        return new OldLibrary(artifacts, packages, properties, dependents);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MoveDependencies that && library().equals(that.library());
    }

    @Override
    public int hashCode() {
        return Objects.hash(artifacts, packages, properties, dependents);
    }
}
