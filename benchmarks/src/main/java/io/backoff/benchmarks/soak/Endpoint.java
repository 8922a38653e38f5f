package io.backoff.benchmarks.soak;

import io.backoff.config.SettingsGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.jmx.JmxOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.JmxEndpointDiscoverer;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationContext;

/** The operations of the {@code backoff} endpoint, called as Actuator calls them. */
final class Endpoint {

    private final Map<String, JmxOperation> operations;

    Endpoint(ApplicationContext context) {
        this.operations = new JmxEndpointDiscoverer(
                        context, new ConversionServiceParameterValueMapper(), List.of(), List.of(), List.of())
                .getEndpoints().stream()
                        .filter(endpoint -> endpoint.getEndpointId().equals(EndpointId.of("backoff")))
                        .flatMap(endpoint -> endpoint.getOperations().stream())
                        .collect(Collectors.toMap(JmxOperation::getName, Function.identity()));
    }

    /** Reads the whole report. */
    @Nullable
    Object report() {
        return invoke("backoff", Map.of());
    }

    /**
     * Makes the change.
     *
     * @return the status of the response
     */
    int change(Change change) {
        Map<String, Object> body = Map.of("property", change.property(), "value", change.value());
        return status(change.group(), change.name(), "change", body);
    }

    /** Resets a policy or a budget to its configuration. */
    int reset(SettingsGroup group, String name) {
        return status(group, name, "reset", Map.of());
    }

    /** Fills up a budget. */
    int refill(String budget) {
        return change(new Change(SettingsGroup.BUDGETS, budget, "tokens", "full", 200));
    }

    private int status(SettingsGroup group, String name, String operation, Map<String, Object> body) {
        Map<String, Object> arguments = new HashMap<>(body);
        boolean budget = group == SettingsGroup.BUDGETS;
        arguments.putAll(budget ? Map.of("group", "budgets", "name", name) : Map.of("policy", name));
        Object result = invoke(budget ? operation + "Budget" : operation, arguments);
        return result instanceof WebEndpointResponse<?> response ? response.getStatus() : 0;
    }

    private @Nullable Object invoke(String name, Map<String, Object> arguments) {
        JmxOperation operation = operations.get(name);
        if (operation == null) {
            throw new IllegalStateException("There is no operation " + name + ", only " + operations.keySet());
        }
        return operation.invoke(new InvocationContext(SecurityContext.NONE, arguments));
    }
}
