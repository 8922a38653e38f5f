package io.backoff.actuate;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Rejects requests to the library's endpoints that name a parameter the operation does not have, with 400. Actuator
 * drops it, so a misspelled filter would change more than was meant.
 */
final class UnknownParametersAdvisor implements OperationInvokerAdvisor {

    private static final Set<EndpointId> ENDPOINTS =
            Set.of(EndpointId.of("backoff"), EndpointId.of("backoffredeliveries"));

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!ENDPOINTS.contains(endpoint)) {
            return invoker;
        }
        List<String> known = names(parameters);
        return context -> {
            List<String> unknown = unknown(context.getArguments().keySet(), known);
            return unknown.isEmpty()
                    ? invoker.invoke(context)
                    : EndpointProblem.unknownParameter(unknown.get(0), known).response();
        };
    }

    private static List<String> names(OperationParameters parameters) {
        return StreamSupport.stream(parameters.spliterator(), false)
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .map(OperationParameter::getName)
                .sorted()
                .toList();
    }

    private static List<String> unknown(Collection<String> sent, List<String> known) {
        return sent.stream().filter(name -> !known.contains(name)).sorted().toList();
    }
}
