package io.backoff.actuate;

import io.backoff.config.change.Author;
import io.backoff.endpoint.EndpointCaller;
import io.backoff.endpoint.ProblemResponse;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.problem.Problem;
import java.lang.System.Logger;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Recognizes write and delete operations of the library's endpoints, and creates and logs their rejections. */
final class EndpointChanges {

    private static final Logger logger = SpringLogger.of(EndpointChanges.class);

    private static final LogMessage CHANGE_AT_ENDPOINT_REJECTED =
            LogMessage.warning("Backoff: a change at the endpoint '%s' by %s is rejected: %s");

    /** The endpoint of dead letters. */
    static final EndpointId REDELIVERIES = EndpointId.of("backoffredeliveries");

    static final Set<EndpointId> ENDPOINTS = Set.of(EndpointId.of("backoff"), REDELIVERIES);

    /**
     * The path variables of the operations. Actuator would let a parameter or a member of the body replace the path
     * variable with the same name. Such a request would change something other than what its path, and therefore the
     * rules that authorize paths, say.
     */
    private static final Set<String> PATH_VARIABLES = Set.of("group", "id", "name", "policy");

    private EndpointChanges() {}

    /** Returns one of the names that is the name of a path variable; {@code null} if there is none. */
    static @Nullable String pathVariable(Set<String> names) {
        return PATH_VARIABLES.stream().filter(names::contains).findFirst().orElse(null);
    }

    /** Whether the operation writes or deletes at an endpoint of the library. */
    static boolean include(EndpointId endpoint, OperationType type) {
        return type != OperationType.READ && ENDPOINTS.contains(endpoint);
    }

    /**
     * Rejects a change, and logs its author.
     *
     * @param reason the reason, for the log
     */
    static Object reject(EndpointId endpoint, InvocationContext context, String reason, Problem problem) {
        Author author = EndpointCaller.of(context.resolveArgument(SecurityContext.class));
        CHANGE_AT_ENDPOINT_REJECTED.with(endpoint, author.name(), reason).log(logger);
        return ProblemResponse.of(problem);
    }
}
