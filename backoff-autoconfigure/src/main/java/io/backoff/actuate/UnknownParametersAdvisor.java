package io.backoff.actuate;

import io.backoff.autoconfigure.Author;
import io.backoff.autoconfigure.ChangeSource;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Rejects changes by the library's endpoints that name a parameter the operation does not have, or give one no value,
 * with 400. Actuator drops both, so a misspelled filter would change more than was meant.
 */
final class UnknownParametersAdvisor implements OperationInvokerAdvisor {

    private static final Log logger = LogFactory.getLog(UnknownParametersAdvisor.class);
    private static final Set<EndpointId> ENDPOINTS =
            Set.of(EndpointId.of("backoff"), EndpointId.of("backoffredeliveries"));

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (type == OperationType.READ || !ENDPOINTS.contains(endpoint)) {
            return invoker;
        }
        Set<String> all = names(parameters, parameter -> true);
        Set<String> known = names(parameters, parameter -> parameter.getAnnotation(Selector.class) == null);
        return context -> {
            EndpointProblem problem = problem(context.getArguments(), all, known);
            return problem == null ? invoker.invoke(context) : reject(endpoint, context, problem);
        };
    }

    private static Set<String> names(OperationParameters parameters, Predicate<OperationParameter> chosen) {
        return StreamSupport.stream(parameters.spliterator(), false)
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .filter(chosen)
                .map(OperationParameter::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static @Nullable EndpointProblem problem(Map<String, Object> sent, Set<String> all, Set<String> known) {
        for (String name : new TreeSet<>(sent.keySet())) {
            if (!all.contains(name)) {
                return EndpointProblem.unknownParameter(name, known);
            }
            if (sent.get(name) == null) {
                return EndpointProblem.parameterWithoutValue(name);
            }
        }
        return null;
    }

    private static Object reject(EndpointId endpoint, InvocationContext context, EndpointProblem problem) {
        SecurityContext security = context.resolveArgument(SecurityContext.class);
        Principal principal = security == null ? null : security.getPrincipal();
        logger.warn("Backoff: a change at the endpoint '" + endpoint + "' by "
                + Author.of(principal, ChangeSource.ENDPOINT).name() + " is rejected: " + problem.detail());
        return problem.response();
    }
}
