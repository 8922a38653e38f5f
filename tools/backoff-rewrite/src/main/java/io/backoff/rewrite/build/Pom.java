package io.backoff.rewrite.build;

import io.backoff.rewrite.build.ProjectFacts.BuildFile;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.openrewrite.maven.tree.MavenResolutionResult;
import org.openrewrite.maven.tree.ResolvedDependency;
import org.openrewrite.xml.tree.Xml;

/** The dependencies that a {@code pom.xml} declares. */
final class Pom {

    private final Xml.Tag root;
    /** The resolved model, parents included; absent if the file was parsed as plain XML. */
    private final Optional<MavenResolutionResult> model;

    Pom(Xml.Document document) {
        root = document.getRoot();
        model = document.getMarkers().findFirst(MavenResolutionResult.class);
    }

    BuildFile facts(OldLibrary library) {
        boolean starter = dependencies().anyMatch(this::isStarter) || inheritsStarter();
        boolean managed = managed().anyMatch(this::isStarter) || inheritsManagedStarter();
        boolean old = dependencies().anyMatch(dependency -> isOld(dependency, library));
        boolean dependent = dependencies()
                        .anyMatch(dependency ->
                                library.isDependent(value(dependency, "groupId"), value(dependency, "artifactId")))
                || resolved()
                        .anyMatch(
                                dependency -> library.isDependent(dependency.getGroupId(), dependency.getArtifactId()));
        return new BuildFile(starter, starter, managed, old, dependent, Set.of());
    }

    boolean isOld(Xml.Tag dependency, OldLibrary library) {
        return dependency.getName().equals("dependency")
                && library.is(value(dependency, "groupId"), value(dependency, "artifactId"));
    }

    /** Returns the dependencies of the project and its profiles. */
    private Stream<Xml.Tag> dependencies() {
        return Stream.concat(Stream.of(root), children(root, "profiles", "profile"))
                .flatMap(section -> children(section, "dependencies", "dependency"));
    }

    private Stream<Xml.Tag> managed() {
        return root.getChild("dependencyManagement").stream()
                .flatMap(management -> children(management, "dependencies", "dependency"));
    }

    private boolean inheritsStarter() {
        return resolved().anyMatch(dependency -> Starter.is(dependency.getGroupId(), dependency.getArtifactId()));
    }

    /** Returns all dependencies, inherited and transitive ones included. */
    private Stream<ResolvedDependency> resolved() {
        return model.stream()
                .flatMap(resolution ->
                        resolution.getDependencies().values().stream().flatMap(all -> all.stream()));
    }

    private boolean inheritsManagedStarter() {
        return model.map(resolution ->
                        resolution.getPom().getManagedVersion(Starter.GROUP, Starter.ARTIFACT, null, null))
                .isPresent();
    }

    private boolean isStarter(Xml.Tag dependency) {
        return Starter.is(value(dependency, "groupId"), value(dependency, "artifactId"));
    }

    private String value(Xml.Tag dependency, String name) {
        String value = dependency.getChildValue(name).orElse("");
        String resolved =
                model.map(resolution -> resolution.getPom().getValue(value)).orElse(value);
        return resolved == null ? value : resolved;
    }

    private static Stream<Xml.Tag> children(Xml.Tag tag, String list, String name) {
        return tag.getChild(list).stream().flatMap(parent -> parent.getChildren(name).stream());
    }
}
