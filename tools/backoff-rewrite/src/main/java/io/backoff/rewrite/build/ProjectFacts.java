package io.backoff.rewrite.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a scan has collected about the modules of a project. A module is a directory with a build file; a
 * source file belongs to the nearest module above it.
 */
final class ProjectFacts {

    private static final Path ROOT = Path.of("");

    private final Map<Path, BuildFile> buildFiles = new HashMap<>();
    private final List<BuildFile> scripts = new ArrayList<>();
    private final List<SourceUse> sources = new ArrayList<>();
    private final Set<String> oldAccessors = new HashSet<>();
    private final Set<String> dependentAccessors = new HashSet<>();
    private boolean oldProperties;

    /** A source file that uses Backoff or the old library. */
    record SourceUse(Path path, boolean test, boolean backoff, boolean old) {}

    /**
     * The declarations of a build file.
     *
     * @param starter whether it declares the starter for this module
     * @param inherited whether it declares the starter for submodules too
     * @param managed whether it manages the version of the starter
     * @param old whether it declares the old library
     * @param dependent whether it declares an artifact that may use the old library
     * @param accessors the version catalog accessors that it uses
     */
    record BuildFile(
            boolean starter,
            boolean inherited,
            boolean managed,
            boolean old,
            boolean dependent,
            Set<String> accessors) {}

    void add(SourceUse use) {
        sources.add(use);
    }

    void add(Path buildFile, BuildFile facts) {
        buildFiles.put(directory(buildFile), facts);
    }

    /** Adds a script of Gradle that is no build file. It may apply to any module. */
    void addScript(BuildFile facts) {
        scripts.add(facts);
    }

    void oldPropertyFound() {
        oldProperties = true;
    }

    /** Adds a version catalog accessor of the old library, such as {@code libs.spring.retry}. */
    void addOldAccessor(String accessor) {
        oldAccessors.add(accessor);
    }

    /** Adds a version catalog accessor of an artifact that may use the old library. */
    void addDependentAccessor(String accessor) {
        dependentAccessors.add(accessor);
    }

    boolean isOldAccessor(String expression) {
        return oldAccessors.contains(expression);
    }

    /**
     * Returns the scope in which the starter must be added to a module; {@code NONE} if it need not be added.
     */
    Addition addition(Path buildFile) {
        Path module = directory(buildFile);
        if (has(module, BuildFile::starter) || anyAbove(module, BuildFile::inherited)) {
            return Addition.NONE;
        }
        return sources.stream()
                .filter(source -> source.backoff() && module.equals(moduleOf(source.path())))
                .map(source -> source.test() ? Addition.TEST : Addition.MAIN)
                .reduce(Addition.NONE, Addition::or);
    }

    boolean managesStarter(Path buildFile) {
        return anyAbove(directory(buildFile), BuildFile::managed);
    }

    /**
     * Whether the old library can be removed from a build file that declares it. Nothing else may need the library: no
     * property of the library may be set, and the project must not declare an artifact that may use it. The code below
     * the file's directory must use Backoff, and must not use the library. Every other module that uses the library
     * must declare it, in its own build file or in a build file above.
     */
    boolean removesOld(Path buildFile) {
        Path directory = directory(buildFile);
        return has(directory, this::declaresOld)
                && !oldProperties
                && buildFiles.values().stream().noneMatch(this::declaresDependent)
                && scripts.stream().noneMatch(this::declaresDependent)
                && sources.stream().anyMatch(source -> source.backoff() && isBelow(source.path(), directory))
                && sources.stream().noneMatch(source -> source.old() && mayNeed(source.path(), directory));
    }

    private boolean mayNeed(Path source, Path directory) {
        if (isBelow(source, directory)) {
            return true;
        }
        Path module = moduleOf(source);
        return module == null || !anyAbove(module, this::declaresOld);
    }

    private boolean declaresOld(BuildFile file) {
        return file.old() || file.accessors().stream().anyMatch(this::isOldAccessor);
    }

    private boolean declaresDependent(BuildFile file) {
        return file.dependent() || file.accessors().stream().anyMatch(dependentAccessors::contains);
    }

    private @Nullable Path moduleOf(Path source) {
        for (Path folder = directory(source); ; folder = directory(folder)) {
            if (buildFiles.containsKey(folder)) {
                return folder;
            }
            if (folder.equals(ROOT)) {
                return null;
            }
        }
    }

    private boolean has(Path module, Predicate<BuildFile> condition) {
        BuildFile file = buildFiles.get(module);
        return file != null && condition.test(file);
    }

    private boolean anyAbove(Path module, Predicate<BuildFile> condition) {
        return buildFiles.entrySet().stream()
                .anyMatch(entry -> isBelow(module, entry.getKey()) && condition.test(entry.getValue()));
    }

    private static boolean isBelow(Path path, Path directory) {
        return directory.equals(ROOT) || path.startsWith(directory);
    }

    private static Path directory(Path file) {
        Path parent = file.getParent();
        return parent == null ? ROOT : parent;
    }
}
