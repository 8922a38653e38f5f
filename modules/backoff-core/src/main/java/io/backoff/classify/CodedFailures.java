package io.backoff.classify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns failures of one library to groups by the code that they carry instead of by their type. Beans of this type
 * extend the groups of every policy.
 */
public interface CodedFailures {

    /**
     * {@return the group of the failure itself, without its causes; {@code null} if it has none}
     *
     * @param failure the failure
     */
    @Nullable
    FailureGroup groupOf(Throwable failure);

    /**
     * Describes the members of a group for people, for example {@code gRPC UNAVAILABLE}.
     *
     * @param group the group
     * @return the descriptions
     */
    List<String> members(FailureGroup group);
}
