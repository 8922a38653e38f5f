package io.backoff.config;

import io.backoff.classify.FailureGroup;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.util.ClassUtils;

/**
 * An entry of {@code retry-on} or {@code abort-on}: a class or a group. {@code toString} returns its name in the
 * configuration.
 */
public sealed interface FailureName {

    /** The name of a group. */
    record OfGroup(FailureGroup group) implements FailureName {

        @Override
        public String toString() {
            return group.key();
        }
    }

    /** The name of a class. */
    record OfType(Class<?> type) implements FailureName {

        @Override
        public String toString() {
            return type.getName();
        }
    }

    /**
     * Reads entries, and loads their classes with the given class loader. Changes at run time arrive on threads that
     * the application did not create, such as those of JMX. The context class loader of these threads may not know the
     * classes.
     */
    static <T> T read(@Nullable ClassLoader loader, Supplier<T> reading) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return reading.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Returns how to fix an entry that cannot be read. */
    static String remedy(ConfigurationPropertyName property) {
        ConfigurationPropertyName list = property.isLastElementIndexed() ? property.getParent() : property;
        return "Write the full name of an exception, such as java.io.IOException; a nested one is Outer$Inner. "
                + "Or write one of the groups, transient and permanent."
                + (list.getLastElement(Form.DASHED).equals("abort-on")
                        ? " To exclude no exception, leave abort-on empty."
                        : "");
    }

    /**
     * Parses an entry. Spring's conversion service finds this method by its name.
     *
     * @return {@code null} if the entry is empty
     * @throws IllegalArgumentException if no group or class has that name
     */
    static @Nullable FailureName of(String text) {
        String name = text.trim();
        if (name.isEmpty()) {
            return null;
        }
        Optional<FailureGroup> group = FailureGroup.of(name);
        return group.isPresent()
                ? new OfGroup(group.get())
                : new OfType(ClassUtils.resolveClassName(name, ClassUtils.getDefaultClassLoader()));
    }
}
