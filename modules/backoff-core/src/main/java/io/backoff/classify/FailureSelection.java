package io.backoff.classify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The failures listed in {@code retry-on} or {@code abort-on}.
 *
 * @param types exception types, subclasses included
 * @param groups failure groups
 * @since 0.1.0
 */
public record FailureSelection(List<Class<? extends Throwable>> types, Set<FailureGroup> groups) {

    private static final Set<Class<? extends Throwable>> BROAD =
            Set.of(Throwable.class, Exception.class, RuntimeException.class);

    /**
     * Copies the members and puts groups in their natural order.
     *
     * @param types exception types, subclasses included
     * @param groups failure groups
     */
    public FailureSelection {
        types = List.copyOf(types);
        groups = groups.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(groups));
    }

    /**
     * {@return a selection of exception types without groups}
     *
     * @param types the exception types
     */
    public static FailureSelection of(List<Class<? extends Throwable>> types) {
        return new FailureSelection(types, Set.of());
    }

    /**
     * {@return this selection with further exception types}
     *
     * @param more further exception types
     */
    public FailureSelection and(List<Class<? extends Throwable>> more) {
        List<Class<? extends Throwable>> all = new ArrayList<>(types);
        all.addAll(more);
        return new FailureSelection(all, groups);
    }

    /** {@return the names as written in the configuration, groups first} */
    public List<String> names() {
        return Stream.concat(
                        groups.stream().map(FailureGroup::key), types.stream().map(Class::getName))
                .distinct()
                .toList();
    }

    /**
     * {@return the names as written in the configuration, but with each group replaced by its members}
     *
     * @param members the members of groups
     */
    public List<String> expanded(FailureGroups members) {
        return Stream.concat(
                        groups.stream().flatMap(group -> members.members(group).stream()),
                        types.stream().map(Class::getName))
                .distinct()
                .toList();
    }

    /** Whether the selection names a type of the failure itself, without its causes. */
    boolean names(Throwable failure) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }

    /** Like {@link #names}, but ignores {@code Throwable}, {@code Exception} and {@code RuntimeException}. */
    boolean namesSpecifically(Throwable failure) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure) && !BROAD.contains(type)) {
                return true;
            }
        }
        return false;
    }
}
