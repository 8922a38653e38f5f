package io.backoff.classify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What {@code retry-on} or {@code abort-on} names.
 *
 * @param types exceptions, subclasses included
 * @param groups groups of failures
 */
public record FailureSelection(List<Class<? extends Throwable>> types, Set<FailureGroup> groups) {

    private static final Set<Class<? extends Throwable>> BROAD =
            Set.of(Throwable.class, Exception.class, RuntimeException.class);

    /** Copies the members, groups in their natural order. */
    public FailureSelection {
        types = List.copyOf(types);
        groups = groups.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(groups));
    }

    /** A selection of exceptions alone. */
    public static FailureSelection of(List<Class<? extends Throwable>> types) {
        return new FailureSelection(types, Set.of());
    }

    /** This selection with further exceptions. */
    public FailureSelection and(List<Class<? extends Throwable>> more) {
        List<Class<? extends Throwable>> all = new ArrayList<>(types);
        all.addAll(more);
        return new FailureSelection(all, groups);
    }

    /** The names as they are written in the configuration, groups first. */
    public List<String> names() {
        return Stream.concat(
                        groups.stream().map(FailureGroup::key), types.stream().map(Class::getName))
                .distinct()
                .toList();
    }

    /** The names with each group replaced by its members. */
    public List<String> expanded(FailureGroups members) {
        return Stream.concat(
                        groups.stream().flatMap(group -> members.members(group).stream()),
                        types.stream().map(Class::getName))
                .distinct()
                .toList();
    }

    /** Whether the selection names a type of the failure, regardless of its causes. */
    boolean names(Throwable failure) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }

    /** Like {@link #names}, but by a type that says more than {@code Exception} does. */
    boolean namesSpecifically(Throwable failure) {
        for (Class<? extends Throwable> type : types) {
            if (type.isInstance(failure) && !BROAD.contains(type)) {
                return true;
            }
        }
        return false;
    }
}
