package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.ConfigReader;
import io.backoff.rewrite.config.ConfigWriter;
import io.backoff.rewrite.library.RetryLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;

/** What a recipe has found in a project, and its plan, which is made once all has been found. */
public final class Project {

    private final RetryLibrary library;
    private final List<Found> found = new ArrayList<>();
    private final SortedMap<Path, List<ConfigDocument>> files = new TreeMap<>();
    private final Set<Module> applications = new TreeSet<>();
    private final Set<Path> closed = new TreeSet<>();
    private boolean neighbors;
    private final List<Outcome> byHand = new ArrayList<>();
    private boolean code;
    private @Nullable Plan plan;

    public Project(RetryLibrary library) {
        this.library = library;
    }

    RetryLibrary library() {
        return library;
    }

    /** Takes note of a source file. */
    public void scan(JavaSourceFile file, ExecutionContext context) {
        new ScanCode(this).visit(file, context);
        library.scan(file);
    }

    void add(Found annotation) {
        found.add(annotation);
    }

    /** Takes note of a configuration file. */
    public void addFile(SourceFile file, ExecutionContext context) {
        files.put(file.getSourcePath(), ConfigReader.read(file));
        if (!ConfigWriter.accepts(file, context)) {
            closed.add(file.getSourcePath());
        }
    }

    /** Whether policies cannot be added to a configuration file. */
    boolean isClosed(Path file) {
        return closed.contains(file);
    }

    void addApplication(Module module) {
        applications.add(module);
    }

    void hasNeighbor() {
        neighbors = true;
    }

    /** The settings of the application are not needed for the code of its tests. */
    void hasCode(Path file) {
        code |= !Module.isTest(file);
    }

    /** Takes note of a class that uses the library without annotations. */
    void addCode(Path file, J.ClassDeclaration type, String reason) {
        byHand.add(Outcome.stays(file, type, reason));
    }

    /** The classes that are migrated by hand. */
    List<Outcome> byHand() {
        return byHand;
    }

    List<Found> found() {
        return found;
    }

    SortedMap<Path, List<ConfigDocument>> files() {
        return files;
    }

    Set<Module> applications() {
        return applications;
    }

    /** Whether annotations are used that need the library switched on. */
    boolean needsSwitches() {
        return neighbors;
    }

    /** Whether code of the application uses the library without annotations. */
    boolean usesLibraryInCode() {
        return code;
    }

    /** The plan. Nothing can be added afterwards. */
    public Plan plan() {
        if (plan == null) {
            plan = new Planner(this).plan();
        }
        return plan;
    }
}
