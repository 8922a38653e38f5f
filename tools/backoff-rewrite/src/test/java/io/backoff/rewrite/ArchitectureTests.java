package io.backoff.rewrite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.openrewrite.Recipe;

/** The house rules of the packages. */
class ArchitectureTests {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.backoff.rewrite");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.backoff.rewrite.(*)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void librariesDoNotKnowEachOther() {
        slices().matching("io.backoff.rewrite.(springretry|springframework|resilience4j)")
                .should()
                .notDependOnEachOther()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void recipesAreOnTop() {
        noClasses()
                .that()
                .resideInAPackage("io.backoff.rewrite.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.backoff.rewrite")
                .check(CLASSES);
    }

    @Test
    void recipesAreRunWithoutTheirLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.backoff.rewrite..",
                        "org.openrewrite..",
                        "com.fasterxml.jackson.annotation..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "java..")
                .check(CLASSES);
    }

    @Test
    void recipesCanBeFound() {
        assertThat(CLASSES.stream()
                        .filter(each -> each.isAssignableTo(Recipe.class) && isPublic(each))
                        .map(JavaClass::getName))
                .contains("io.backoff.rewrite.MigrateSpringRetry");
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getModifiers().contains(JavaModifier.ABSTRACT);
    }
}
