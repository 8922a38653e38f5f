package io.backoff.config;

import io.backoff.classify.FailureGroup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * An entry of {@code retry-on} or {@code abort-on}.
 *
 * @param group the group that it names; {@code null} if it names a class
 * @param type the class that it names; {@code null} if it names a group
 */
public record FailureName(
        @Nullable FailureGroup group, @Nullable Class<?> type) {

    /**
     * Reads an entry. Spring's conversion finds this method by its name.
     *
     * @return {@code null} if the entry is empty
     * @throws IllegalArgumentException if there is neither a group nor a class of that name
     */
    public static @Nullable FailureName of(String text) {
        String name = text.trim();
        if (name.isEmpty()) {
            return null;
        }
        Optional<FailureGroup> group = FailureGroup.of(name);
        return group.isPresent()
                ? new FailureName(group.get(), null)
                : of(ClassUtils.resolveClassName(name, ClassUtils.getDefaultClassLoader()));
    }

    public static FailureName of(Class<?> type) {
        return new FailureName(null, type);
    }

    public static FailureName of(FailureGroup group) {
        return new FailureName(group, null);
    }

    /** The name as it is written in the configuration. */
    @Override
    public String toString() {
        return group != null ? group.key() : type == null ? "" : type.getName();
    }
}
