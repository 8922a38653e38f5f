package io.backoff.actuate;

import io.backoff.endpoint.ProblemResponse;
import io.backoff.problem.Problem;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
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
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Rejects requests to the library's endpoints with 400 if a parameter is unknown, has no value, has the name of a path
 * variable, or does not state clearly whether a change is a dry run, and with 413 if the body is too long. Actuator
 * itself accepts such requests, and ignores unknown parameters. An operation with a misspelled filter would therefore
 * change or show more than intended. Requests that only read the endpoint {@code backoff} may have unknown parameters,
 * because it has no filters.
 */
final class UnknownParametersAdvisor implements OperationInvokerAdvisor {

    // Actuator would treat any other text as false, and make a change that may be meant as a dry run.
    private static final Set<String> FLAGS = Set.of("true", "false");

    private final ParameterNames parameters;

    /**
     * Creates an advisor.
     *
     * @param parameters the parameters of the current servlet request
     */
    UnknownParametersAdvisor(ParameterNames parameters) {
        this.parameters = parameters;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        return EndpointChanges.ENDPOINTS.contains(endpoint) ? checked(endpoint, type, parameters, invoker) : invoker;
    }

    private OperationInvoker checked(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        Set<String> all = names(parameters, parameter -> true);
        Set<String> known = names(parameters, parameter -> parameter.getAnnotation(Selector.class) == null);
        boolean lenient = !EndpointChanges.include(endpoint, type) && !endpoint.equals(EndpointChanges.REDELIVERIES);
        return context -> {
            Problem problem = isOverHttp(context) ? problem(context.getArguments(), all, known, lenient) : null;
            if (problem == null) {
                return invoker.invoke(context);
            }
            return EndpointChanges.include(endpoint, type)
                    ? EndpointChanges.reject(endpoint, context, String.valueOf(problem.detail()), problem)
                    : ProblemResponse.of(problem);
        };
    }

    // JMX passes every parameter of the operation, and null for those that the user omits.
    private static boolean isOverHttp(InvocationContext context) {
        return context.canResolve(WebServerNamespace.class);
    }

    private static Set<String> names(OperationParameters parameters, Predicate<OperationParameter> chosen) {
        return StreamSupport.stream(parameters.spliterator(), false)
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .filter(chosen)
                .map(OperationParameter::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private @Nullable Problem problem(Map<String, Object> sent, Set<String> all, Set<String> known, boolean lenient) {
        String variable = EndpointChanges.pathVariable(parameters.get());
        if (variable != null) {
            return Problems.pathVariable(variable);
        }
        return lenient ? null : problem(sent, all, known);
    }

    private static @Nullable Problem problem(Map<String, Object> sent, Set<String> all, Set<String> known) {
        if (sent.containsKey(NestedProperties.TOO_LONG)) {
            return Problems.tooLong(NestedProperties.LONGEST_BODY);
        }
        if (sent.get(RepeatedMember.PARAMETER) instanceof String repeated) {
            return Problems.repeatedMember(repeated);
        }
        if (sent.get(NestedProperties.PATH_VARIABLE) instanceof String name) {
            return Problems.pathVariable(name);
        }
        for (String name : new TreeSet<>(sent.keySet())) {
            if (!all.contains(name)) {
                return Problems.unknownParameter(name, known);
            }
            if (sent.get(name) == null) {
                return Problems.parameterWithoutValue(name);
            }
            if (name.equals(ReadOnlyAdvisor.DRY_RUN) && !FLAGS.contains(String.valueOf(sent.get(name)))) {
                return Problems.notAFlag(name);
            }
        }
        return null;
    }
}
