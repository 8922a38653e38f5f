package io.backoff.grpc;

import io.backoff.classify.CodedFailures;
import io.backoff.classify.FailureGroup;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Assigns gRPC failures to groups by their status. {@code DEADLINE_EXCEEDED}, {@code CANCELLED}, {@code UNKNOWN} and
 * {@code INTERNAL} belong to no group, because whether a retry can help depends on the call.
 */
final class GrpcStatuses implements CodedFailures {

    private static final Map<FailureGroup, Set<Status.Code>> MEMBERS = Map.of(
            FailureGroup.TRANSIENT,
            EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.RESOURCE_EXHAUSTED, Status.Code.ABORTED),
            FailureGroup.PERMANENT,
            EnumSet.of(
                    Status.Code.INVALID_ARGUMENT,
                    Status.Code.NOT_FOUND,
                    Status.Code.ALREADY_EXISTS,
                    Status.Code.PERMISSION_DENIED,
                    Status.Code.FAILED_PRECONDITION,
                    Status.Code.OUT_OF_RANGE,
                    Status.Code.UNIMPLEMENTED,
                    Status.Code.UNAUTHENTICATED,
                    Status.Code.DATA_LOSS));

    @Override
    public @Nullable FailureGroup groupOf(Throwable failure) {
        Status status = status(failure);
        return status == null ? null : groupOf(status.getCode());
    }

    @Override
    public List<String> members(FailureGroup group) {
        return codes(group).stream().map(code -> "gRPC " + code).toList();
    }

    private static @Nullable Status status(Throwable failure) {
        if (failure instanceof StatusRuntimeException unchecked) {
            return unchecked.getStatus();
        }
        return failure instanceof StatusException checked ? checked.getStatus() : null;
    }

    private static @Nullable FailureGroup groupOf(Status.Code code) {
        for (FailureGroup group : FailureGroup.values()) {
            if (codes(group).contains(code)) {
                return group;
            }
        }
        return null;
    }

    private static Set<Status.Code> codes(FailureGroup group) {
        return MEMBERS.getOrDefault(group, Set.of());
    }
}
