package io.backoff.actuate;

import io.backoff.autoconfigure.Author;
import io.backoff.autoconfigure.ChangeSource;
import io.backoff.policy.Shortened;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Rejects every operation of the library's endpoints that changes something, with 403, over HTTP and over JMX, where
 * {@code backoff.endpoint.read-only} is set.
 *
 * @param readOnly whether it is
 */
record ReadOnlyAdvisor(boolean readOnly) implements OperationInvokerAdvisor {

    private static final Log logger = LogFactory.getLog(ReadOnlyAdvisor.class);
    private static final List<String> TARGETS = List.of("policy", "group", "name", "id", "method", "property");
    private static final int LONGEST_NAME = 100;
    private static final Set<EndpointId> ENDPOINTS =
            Set.of(EndpointId.of("backoff"), EndpointId.of("backoffredeliveries"));

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        return readOnly && type != OperationType.READ && ENDPOINTS.contains(endpoint)
                ? context -> reject(endpoint, type, context)
                : invoker;
    }

    private static Object reject(EndpointId endpoint, OperationType type, InvocationContext context) {
        SecurityContext security = context.resolveArgument(SecurityContext.class);
        @Nullable Principal principal = security == null ? null : security.getPrincipal();
        String name = Author.of(principal, ChangeSource.ENDPOINT).name();
        logger.warn("Backoff: a change at the endpoint '" + endpoint + "' by " + name
                + " is rejected: 'backoff.endpoint.read-only' is true. It was a "
                + type.name().toLowerCase(Locale.ROOT)
                + target(context.getArguments()));
        return EndpointProblem.readOnly(endpoint.toString()).response();
    }

    /** What was to be changed; without values, which need not be meant for this endpoint. */
    private static String target(Map<String, Object> arguments) {
        String target = TARGETS.stream()
                .filter(arguments::containsKey)
                .map(name -> name + " '" + Shortened.inOneLine(String.valueOf(arguments.get(name)), LONGEST_NAME) + "'")
                .collect(Collectors.joining(", "));
        return target.isEmpty() ? "" : " of " + target;
    }
}
