package io.backoff.classify;

import java.util.List;
import java.util.stream.Stream;

/**
 * The failure groups and their members: types on the class path, and failures with certain {@linkplain CodedFailures
 * error codes}.
 *
 * @param coded assigns failures to groups by their codes
 * @since 0.1.0
 */
public record FailureGroups(List<CodedFailures> coded) {

    /**
     * The standard groups: failures of certain types, and failures with certain SQL states. The error codes
     * of optional libraries, such as gRPC statuses, are not included.
     */
    public static final FailureGroups STANDARD = of(List.of());

    /**
     * Copies the list.
     *
     * @param coded assigns failures to groups by their codes
     */
    public FailureGroups {
        coded = List.copyOf(coded);
    }

    /**
     * {@return the groups with SQL states and with the error codes of optional libraries}
     *
     * @param libraries assign failures of optional libraries to groups by their codes
     */
    public static FailureGroups of(List<CodedFailures> libraries) {
        return new FailureGroups(
                Stream.concat(Stream.of(new SqlStates()), libraries.stream()).toList());
    }

    /**
     * {@return whether the failure itself, without its causes, belongs to the group}
     *
     * @param group the group
     * @param failure the exception; its causes are not inspected
     */
    public boolean include(FailureGroup group, Throwable failure) {
        if (group.includesType(failure)) {
            return true;
        }
        for (CodedFailures library : coded) {
            if (library.groupOf(failure) == group) {
                return true;
            }
        }
        return false;
    }

    /**
     * Describes the members of a group in human-readable form: type names and codes.
     *
     * @param group the group to describe
     * @return class names of types on the class path, and descriptions such as {@code gRPC UNAVAILABLE}
     */
    public List<String> members(FailureGroup group) {
        Stream<String> codes = coded.stream().flatMap(library -> library.members(group).stream());
        Stream<String> statuses =
                group == FailureGroup.TRANSIENT ? Stream.of("an HTTP status of retry-on-status") : Stream.empty();
        return Stream.of(group.types().stream(), codes, statuses)
                .flatMap(members -> members)
                .toList();
    }
}
