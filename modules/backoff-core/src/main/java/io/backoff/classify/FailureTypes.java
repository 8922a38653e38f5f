package io.backoff.classify;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A set of failure types. Members and excluded types are listed by name, because some belong to optional libraries. Any
 * other class belongs to the set if its nearest listed superclass is a member. The answer is cached for each class,
 * because comparing the names of all superclasses took half the time of a failed attempt.
 */
final class FailureTypes extends ClassValue<Boolean> implements Predicate<Throwable> {

    private final List<String> members;
    private final Set<String> excluded;

    /**
     * Creates a set.
     *
     * @param members the types, subclasses included
     * @param excluded subclasses that do not belong to the set
     */
    FailureTypes(List<String> members, Set<String> excluded) {
        this.members = members;
        this.excluded = excluded;
    }

    /** Whether the failure itself, without its causes, belongs to the set. */
    @Override
    public boolean test(Throwable failure) {
        return get(failure.getClass());
    }

    /** The names of all members and excluded types, whether or not they are on the class path. */
    List<String> named() {
        return Stream.concat(members.stream(), excluded.stream().sorted()).toList();
    }

    /** Describes the types on the class path: members by name, then excluded types as {@code not x.Y}. */
    List<String> present() {
        Stream<String> exceptions =
                excluded.stream().filter(FailureTypes::isPresent).sorted().map(name -> "not " + name);
        return Stream.concat(members.stream().filter(FailureTypes::isPresent), exceptions)
                .toList();
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        if (excluded.contains(type.getName())) {
            return false;
        }
        Class<?> parent = type.getSuperclass();
        return members.contains(type.getName()) || parent != null && get(parent);
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, FailureTypes.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
