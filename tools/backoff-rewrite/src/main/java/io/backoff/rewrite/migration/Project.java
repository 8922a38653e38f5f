package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.ConfigReader;
import io.backoff.rewrite.config.ConfigWriter;
import io.backoff.rewrite.java.Module;
import io.backoff.rewrite.library.RetryLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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

/** The findings of a recipe in a project, and the plan derived from them after the scan. */
public final class Project {

    private final RetryLibrary library;
    private final List<Found> found = new ArrayList<>();
    private final List<Found> hidden = new ArrayList<>();
    private final List<Found> neighbors = new ArrayList<>();
    private final List<Composed> composed = new ArrayList<>();
    private final Set<String> declared = new HashSet<>();
    private final SortedMap<Path, List<ConfigDocument>> files = new TreeMap<>();
    private final Set<Module> applications = new TreeSet<>();
    private final Set<Module> users = new TreeSet<>();
    private final Set<Path> closed = new TreeSet<>();
    private boolean unread;
    private final List<Outcome> byHand = new ArrayList<>();
    private boolean code;
    private @Nullable Plan plan;

    public Project(RetryLibrary library) {
        this.library = library;
    }

    RetryLibrary library() {
        return library;
    }

    /** Records a source file. */
    public void scan(JavaSourceFile file, ExecutionContext context) {
        new ScanCode(this).visit(file, context);
        library.scan(file);
    }

    /**
     * Records an annotation of the library.
     *
     * @param leading whether it stands before the modifiers of its declaration
     */
    void add(Found annotation, boolean leading) {
        (leading ? found : hidden).add(annotation);
    }

    void add(Composed use) {
        composed.add(use);
    }

    /** Records an annotation type that the project declares. */
    void declares(String annotation) {
        declared.add(annotation);
    }

    /** Records a configuration file. */
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

    /** Records code that uses Backoff already. Test code does not count. */
    void usesBackoff(Path file) {
        if (!Module.isTest(file)) {
            users.add(Module.of(file));
        }
    }

    /** Records an annotation, other than the retry annotation, that works only while the library is enabled. */
    void addNeighbor(Found annotation) {
        neighbors.add(annotation);
    }

    /** Records a file that cannot be parsed, and so cannot be changed. */
    public void addUnread(Path file, String text) {
        String annotation = library.annotation();
        String name = annotation.substring(0, annotation.lastIndexOf('.'));
        if (text.contains(name)) {
            unread = true;
            hasCode(file);
            byHand.add(Outcome.stays(file, "the file cannot be parsed, but names '" + name + "': migrate it by hand"));
        }
    }

    /**
     * Records code that uses the library. Test code does not count, because it does not need the settings of the
     * application.
     */
    void hasCode(Path file) {
        code |= !Module.isTest(file);
    }

    /** Records a class that uses the library other than by annotations. */
    void addCode(Path file, J.ClassDeclaration type, String reason) {
        byHand.add(Outcome.stays(file, type, reason));
    }

    /** The classes that must be migrated by hand. */
    List<Outcome> byHand() {
        return byHand;
    }

    List<Found> found() {
        return found;
    }

    /** The uses of annotation types that are themselves annotated with the library's annotation. */
    List<Composed> composed() {
        return composed;
    }

    /** The uses of annotation types that the project does not declare. */
    List<Composed> foreign() {
        return composed.stream().filter(use -> !use.isOf(declared)).toList();
    }

    /** The retry annotations that stand behind a modifier. The recipe does not change them there. */
    List<Found> hidden() {
        return hidden;
    }

    /** The annotations, other than the retry annotation, that work only while the library is enabled. */
    List<Found> neighbors() {
        return neighbors;
    }

    SortedMap<Path, List<ConfigDocument>> files() {
        return files;
    }

    Set<Module> applications() {
        return applications;
    }

    /** The modules whose code used Backoff before the migration. */
    Set<Module> usersOfBackoff() {
        return users;
    }

    /**
     * Whether the library must stay enabled, because the project may use annotations, other than the retry annotation,
     * that work only while the library is enabled.
     */
    boolean needsSwitches() {
        return unread || !neighbors.isEmpty();
    }

    /** Whether code of the application uses the library other than by annotations. */
    boolean usesLibraryInCode() {
        return code;
    }

    /** Returns the plan. The first call makes the plan, so anything that is recorded later has no effect. */
    public Plan plan() {
        if (plan == null) {
            plan = new Planner(this).plan();
        }
        return plan;
    }
}
