package io.backoff.rewrite.migration;

import io.backoff.rewrite.config.ConfigDocument;
import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.java.Module;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the configuration files of the applications to which a module belongs. */
final class Targets {

    private static final List<String> NAMES = List.of(
            "application.yml",
            "application.yaml",
            "config/application.yml",
            "config/application.yaml",
            "application.properties",
            "config/application.properties");

    private final Project project;

    Targets(Project project) {
        this.project = project;
    }

    /** Returns the files to which the policies of a module are added; they may not exist yet. */
    List<Path> of(Module module) {
        var targets = new ArrayList<Path>();
        for (Module application : applications(module)) {
            Path file = file(application);
            targets.add(file);
            targets.addAll(hiding(application, file));
        }
        ofTests(module).filter(test -> !targets.contains(test)).forEach(targets::add);
        return targets;
    }

    /** @throws CannotMigrateException if one of the files for the policies of a module cannot be changed */
    void check(Module module) {
        for (Path target : of(module)) {
            if (project.isClosed(target)) {
                throw new CannotMigrateException(
                        "policies cannot be added to '" + target.toString().replace('\\', '/')
                                + "': write them by hand",
                        "by-one-command");
            }
        }
    }

    /**
     * Returns the configuration files of a module's tests; none if the module is an application. The tests of any other
     * module form an application of their own.
     */
    private Stream<Path> ofTests(Module module) {
        return applications(module).contains(module)
                ? Stream.empty()
                : project.files().keySet().stream()
                        .filter(file -> Module.of(file).equals(module)
                                && NAMES.contains(file.getFileName().toString()));
    }

    /** Returns the configuration of each application of a module. */
    List<Configuration> configurations(Module module) {
        return applications(module).stream().map(this::configuration).toList();
    }

    private Configuration configuration(Module application) {
        List<Path> files = project.files().keySet().stream()
                .filter(file -> Module.of(file).equals(application) || isShared(file))
                .sorted(Comparator.comparing(Targets::precedence))
                .toList();
        return new Configuration(
                documents(files.stream().filter(Module::isMain)),
                documents(files.stream().filter(file -> !Module.isMain(file))));
    }

    /** Whether this is a profile's file in a library. An application's {@code application.yml} does not hide it. */
    private boolean isShared(Path file) {
        return Module.isMain(file)
                && file.getFileName().toString().startsWith("application-")
                && !applications(Module.of(file)).contains(Module.of(file));
    }

    /** Whether a module is part of an application. */
    boolean isPart(Module module, Module application) {
        return module.equals(application) || applications(module).contains(application);
    }

    /** Returns the documents of all applications. */
    Configuration configuration() {
        return new Configuration(documents(project.files().keySet().stream()), List.of());
    }

    private List<ConfigDocument> documents(Stream<Path> files) {
        return files.map(project.files()::get)
                .flatMap(Collection<ConfigDocument>::stream)
                .toList();
    }

    /**
     * Returns the precedence of a file; a higher one overrides a lower one. Profile files override all others. Among
     * other files, those in a directory {@code config} override those outside it. In the same place, properties files
     * override YAML files.
     */
    private static int precedence(Path file) {
        String path = file.toString().replace('\\', '/');
        String name = file.getFileName().toString();
        return (name.startsWith("application-") ? 4 : 0)
                + (path.contains("/resources/config/") ? 2 : 0)
                + (name.endsWith(".properties") ? 1 : 0);
    }

    /**
     * Returns the applications of a module. A module is an application if it has a class with
     * {@code @SpringBootApplication} or {@code @EnableAutoConfiguration}, or a configuration file for all profiles. Any
     * other module counts as part of all applications, or as an application if there are none.
     */
    private Set<Module> applications(Module module) {
        Set<Module> all = new TreeSet<>(project.applications());
        project.files().keySet().stream()
                .filter(file ->
                        Module.isMain(file) && NAMES.contains(file.getFileName().toString()))
                .map(Module::of)
                .forEach(all::add);
        return all.contains(module) || all.isEmpty() ? Set.of(module) : all;
    }

    private Path file(Module application) {
        return NAMES.stream()
                .map(name -> application.resource("main", name))
                .filter(project.files()::containsKey)
                .findFirst()
                .orElse(application.resource("main", NAMES.get(0)));
    }

    /** Returns the test files that hide a file of the application: of files with the same name, only one is read. */
    private List<Path> hiding(Module application, Path file) {
        Path name = application.resource("main", "").relativize(file);
        return project.files().keySet().stream()
                .filter(candidate -> !Module.isMain(candidate)
                        && Module.of(candidate).equals(application)
                        && candidate.endsWith(name))
                .filter(candidate -> candidate.getNameCount() == file.getNameCount())
                .toList();
    }
}
