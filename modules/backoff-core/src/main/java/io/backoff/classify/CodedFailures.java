package io.backoff.classify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one library that belong to a group by a code that they carry, and not by their type. Beans of this
 * type extend the groups of every policy.
 */
public interface CodedFailures {

    /** The group of the failure, regardless of its causes; {@code null} if this library assigns it to none. */
    @Nullable
    FailureGroup groupOf(Throwable failure);

    /** The members of a group for people, for example {@code gRPC UNAVAILABLE}. */
    List<String> members(FailureGroup group);
}
