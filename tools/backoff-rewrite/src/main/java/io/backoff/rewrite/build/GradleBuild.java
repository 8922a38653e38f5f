package io.backoff.rewrite.build;

import io.backoff.rewrite.build.ProjectFacts.BuildFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openrewrite.Cursor;
import org.openrewrite.SourceFile;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;

/** The dependencies that a {@code build.gradle}, {@code build.gradle.kts} or another script of Gradle declares. */
final class GradleBuild extends JavaIsoVisitor<OldLibrary> {

    private boolean starter;
    private boolean inherited;
    private boolean managed;
    private boolean old;
    private boolean dependent;
    private final Set<String> accessors = new HashSet<>();

    private GradleBuild() {}

    static boolean is(SourceFile file) {
        Path path = file.getSourcePath();
        return file instanceof JavaSourceFile && (path.endsWith("build.gradle") || path.endsWith("build.gradle.kts"));
    }

    /** Whether a file is a script of Gradle, such as a convention plugin in {@code buildSrc}. */
    static boolean isScript(SourceFile file) {
        String name = file.getSourcePath().getFileName().toString();
        return file instanceof JavaSourceFile && (name.endsWith(".gradle") || name.endsWith(".gradle.kts"));
    }

    static BuildFile facts(SourceFile file, OldLibrary library) {
        GradleBuild build = new GradleBuild();
        build.visit(file, library);
        return new BuildFile(
                build.starter, build.inherited, build.managed, build.old, build.dependent, build.accessors);
    }

    @Override
    public J.MethodInvocation visitMethodInvocation(J.MethodInvocation method, OldLibrary library) {
        GradleDeclaration declaration = GradleDeclaration.of(method, getCursor());
        List<String> around = around(getCursor()).toList();
        boolean direct = isDependencies(getCursor());
        if (declaration.is(Starter::is)) {
            starter |= direct && !around.contains("subprojects");
            inherited |= direct && (around.contains("subprojects") || around.contains("allprojects"));
            managed |= around.contains("constraints") || around.contains("dependencyManagement");
        }
        old |= direct && declaration.is(library::is);
        dependent |= direct && declaration.is(library::isDependent);
        if (direct) {
            accessors.addAll(declaration.texts());
        }
        return super.visitMethodInvocation(method, library);
    }

    /** Whether a position is directly in a dependency list of the project or its subprojects. */
    static boolean isDependencies(Cursor cursor) {
        List<String> around = around(cursor).toList();
        return !around.isEmpty()
                && around.get(0).equals("dependencies")
                && Stream.of("buildscript", "pluginManagement", "dependencyManagement", "constraints")
                        .noneMatch(around::contains);
    }

    /** Returns the names of the enclosing calls, innermost first. */
    static Stream<String> around(Cursor cursor) {
        Iterator<Object> path = cursor.getParentOrThrow().getPath(J.MethodInvocation.class::isInstance);
        Iterable<Object> calls = () -> path;
        return StreamSupport.stream(calls.spliterator(), false)
                .map(call -> ((J.MethodInvocation) call).getSimpleName());
    }
}
