package io.backoff.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.backoff.message.LogMessage;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The main code of all modules that an application may have on its class path. */
public final class Library {

    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(MavenModule.ofTheLibrary().stream()
                    .map(MavenModule::classes)
                    .toList());

    private Library() {}

    /** All that it logs: an architecture test checks that each message is a constant. */
    public static List<LogMessage> messages() {
        return CLASSES.stream()
                .flatMap(Library::messages)
                .map(JavaField::reflect)
                .map(Library::value)
                .toList();
    }

    /** The constants of a class that are messages. */
    static Stream<JavaField> messages(JavaClass type) {
        return type.getFields().stream()
                .filter(field -> field.getRawType().isEquivalentTo(LogMessage.class))
                .filter(field -> field.getModifiers().containsAll(Set.of(STATIC, FINAL)));
    }

    private static LogMessage value(Field constant) {
        try {
            constant.setAccessible(true);
            return (LogMessage) constant.get(null);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
