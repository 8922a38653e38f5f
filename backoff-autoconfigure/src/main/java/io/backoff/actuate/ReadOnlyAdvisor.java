package io.backoff.actuate;

import io.backoff.text.TruncatedText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Rejects every change through the library's endpoints, over HTTP and JMX, if {@code backoff.endpoint.read-only} is
 * true. Over HTTP, the response has the status 403. A dry run is not a change.
 *
 * @param readOnly whether changes are rejected
 */
record ReadOnlyAdvisor(boolean readOnly) implements OperationInvokerAdvisor {

    private static final List<String> TARGETS = List.of("policy", "group", "name", "id", "method", "property");
    static final String DRY_RUN = "dryRun";
    private static final int LONGEST_NAME = 100;

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!readOnly || !EndpointChanges.include(endpoint, type)) {
            return invoker;
        }
        boolean canBeDry =
                parameters.stream().anyMatch(parameter -> parameter.getName().equals(DRY_RUN));
        return context -> canBeDry && isDryRun(context) ? invoker.invoke(context) : reject(endpoint, type, context);
    }

    private static boolean isDryRun(InvocationContext context) {
        return Boolean.parseBoolean(String.valueOf(context.getArguments().get(DRY_RUN)));
    }

    private static Object reject(EndpointId endpoint, OperationType type, InvocationContext context) {
        String reason = "'backoff.endpoint.read-only' is true. The operation was a "
                + type.name().toLowerCase(Locale.ROOT)
                + target(context.getArguments());
        return EndpointChanges.reject(endpoint, context, reason, Problems.readOnly(endpoint.toString()));
    }

    /** The target of the change. The new values are left out, because one of them may be a secret sent by mistake. */
    private static String target(Map<String, Object> arguments) {
        String target = TARGETS.stream()
                .filter(arguments::containsKey)
                .map(name ->
                        name + " '" + TruncatedText.inOneLine(String.valueOf(arguments.get(name)), LONGEST_NAME) + "'")
                .collect(Collectors.joining(", "));
        return target.isEmpty() ? "" : " of " + target;
    }
}
