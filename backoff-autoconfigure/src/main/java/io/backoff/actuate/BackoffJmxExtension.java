package io.backoff.actuate;

import io.backoff.endpoint.EndpointCaller;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Changes settings over JMX. JMX tools show all parameters of an operation, so each operation has only the parameters
 * that it needs.
 */
@EndpointJmxExtension(endpoint = BackoffEndpoint.class)
final class BackoffJmxExtension {

    private final BackoffEndpoint endpoint;

    BackoffJmxExtension(BackoffEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Changes one property of a policy. */
    @WriteOperation
    WebEndpointResponse<?> change(@Selector String policy, String property, String value) {
        return endpoint.change(policy, Change.of(property, value, null), EndpointCaller.overJmx());
    }

    /** Changes several properties of a policy, given as a JSON object. */
    @WriteOperation
    WebEndpointResponse<?> changeProperties(@Selector String policy, String properties) {
        return endpoint.change(policy, Change.of(null, null, properties), EndpointCaller.overJmx());
    }

    /** Changes one property of a budget. */
    @WriteOperation
    WebEndpointResponse<?> changeBudget(@Selector String group, @Selector String name, String property, String value) {
        return endpoint.changeBudget(group, name, Change.of(property, value, null), EndpointCaller.overJmx());
    }

    /** Changes several properties of a budget, given as a JSON object. */
    @WriteOperation
    WebEndpointResponse<?> changeBudgetProperties(@Selector String group, @Selector String name, String properties) {
        return endpoint.changeBudget(group, name, Change.of(null, null, properties), EndpointCaller.overJmx());
    }

    /** Reports what a change of one property of a policy would do. */
    @ReadOperation
    WebEndpointResponse<?> tryChange(@Selector String policy, String property, String value) {
        return endpoint.dryRun(policy, Change.of(property, value, null));
    }

    /** Reports what a change of several properties of a policy would do. The properties are a JSON object. */
    @ReadOperation
    WebEndpointResponse<?> tryProperties(@Selector String policy, String properties) {
        return endpoint.dryRun(policy, Change.of(null, null, properties));
    }

    /** Reports what a change of one property of a budget would do. */
    @ReadOperation
    WebEndpointResponse<?> tryBudgetChange(
            @Selector String group, @Selector String name, String property, String value) {
        return endpoint.dryRunOfBudget(group, name, Change.of(property, value, null));
    }

    /** Reports what a change of several properties of a budget would do. The properties are a JSON object. */
    @ReadOperation
    WebEndpointResponse<?> tryBudgetProperties(@Selector String group, @Selector String name, String properties) {
        return endpoint.dryRunOfBudget(group, name, Change.of(null, null, properties));
    }

    /** Resets a policy to its configuration. */
    @DeleteOperation
    WebEndpointResponse<?> reset(@Selector String policy) {
        return endpoint.reset(policy, EndpointCaller.overJmx());
    }

    /** Resets a budget to its configuration, but keeps its tokens. */
    @DeleteOperation
    WebEndpointResponse<?> resetBudget(@Selector String group, @Selector String name) {
        return endpoint.resetBudget(group, name, EndpointCaller.overJmx());
    }
}
