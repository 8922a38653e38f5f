package io.backoff.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The main code of all modules that an application may have on its class path. */
final class Library {

    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(MavenModule.ofTheLibrary().stream()
                    .map(MavenModule::classes)
                    .toList());

    private Library() {}
}
