package io.backoff.classify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns the failures of one library to groups by error code instead of by type. Beans of this type add to the groups
 * of every policy.
 *
 * <pre>{@code
 * @Component
 * class CrmFailures implements CodedFailures {
 *
 *     @Override
 *     public @Nullable FailureGroup groupOf(Throwable failure) {
 *         return failure instanceof CrmException crm && crm.code() == 17 ? FailureGroup.TRANSIENT : null;
 *     }
 *
 *     @Override
 *     public List<String> members(FailureGroup group) {
 *         return group == FailureGroup.TRANSIENT ? List.of("CRM code 17") : List.of();
 *     }
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public interface CodedFailures {

    /**
     * {@return the group of the failure itself, without its causes; {@code null} if it has none}
     *
     * @param failure an exception or one of its causes; each is passed separately
     */
    @Nullable
    FailureGroup groupOf(Throwable failure);

    /**
     * Describes the members of a group in human-readable form, for example {@code gRPC UNAVAILABLE}.
     *
     * @param group the group to describe
     * @return descriptions for the endpoint; empty if the library has no failures in this group
     */
    List<String> members(FailureGroup group);
}
