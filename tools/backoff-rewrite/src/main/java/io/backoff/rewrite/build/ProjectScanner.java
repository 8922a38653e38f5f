package io.backoff.rewrite.build;

import io.backoff.rewrite.build.ProjectFacts.SourceUse;
import io.backoff.rewrite.java.Module;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;
import org.openrewrite.tree.ParseError;
import org.openrewrite.xml.tree.Xml;

/** Collects which libraries the files of a project declare and use. */
final class ProjectScanner extends TreeVisitor<Tree, ExecutionContext> {

    private final OldLibrary library;
    private final ProjectFacts facts;

    ProjectScanner(OldLibrary library, ProjectFacts facts) {
        this.library = library;
        this.facts = facts;
    }

    @Override
    public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext ctx) {
        if (tree instanceof SourceFile file) {
            scan(file);
        }
        return tree;
    }

    private void scan(SourceFile file) {
        Path path = file.getSourcePath();
        if (file instanceof Xml.Document pom && path.endsWith("pom.xml")) {
            facts.add(path, new Pom(pom).facts(library));
        } else if (GradleBuild.is(file)) {
            facts.add(path, GradleBuild.facts(file, library));
        } else if (GradleBuild.isScript(file)) {
            facts.addScript(GradleBuild.facts(file, library));
        } else if (path.endsWith("libs.versions.toml")) {
            String text = file.printAll();
            VersionCatalog.accessors(text, library::is).forEach(facts::addOldAccessor);
            VersionCatalog.accessors(text, library::isDependent).forEach(facts::addDependentAccessor);
            VersionCatalog.bundles(text, library::isDependent).forEach(facts::addDependentAccessor);
        } else if (file instanceof Xml.Document || file instanceof ParseError) {
            scanText(file);
        } else if (file instanceof JavaSourceFile source) {
            scan(source);
        } else if (PropertyKeys.of(file).anyMatch(library::hasProperty)) {
            facts.oldPropertyFound();
        }
    }

    private void scan(JavaSourceFile source) {
        boolean backoff = names(source).anyMatch(name -> OldLibrary.within(List.of(Starter.PACKAGE), name));
        boolean old = names(source).anyMatch(library::hasClass);
        if (backoff || old) {
            facts.add(new SourceUse(source.getSourcePath(), Module.isTest(source.getSourcePath()), backoff, old));
        }
    }

    /** Scans other XML, such as bean definitions, and files that cannot be parsed. They may name classes. */
    private void scanText(SourceFile file) {
        String text = file.printAll();
        if (library.packages().stream().anyMatch(text::contains)) {
            facts.add(new SourceUse(file.getSourcePath(), Module.isTest(file.getSourcePath()), false, true));
        }
    }

    /** Returns the imported packages and the used classes. */
    private static Stream<String> names(JavaSourceFile source) {
        Stream<String> imports = source.getImports().stream().map(J.Import::getPackageName);
        Stream<String> used = source.getTypesInUse().getTypesInUse().stream()
                .map(TypeUtils::asFullyQualified)
                .flatMap(Stream::ofNullable)
                .map(JavaType.FullyQualified::getFullyQualifiedName);
        return Stream.concat(imports, used);
    }
}
