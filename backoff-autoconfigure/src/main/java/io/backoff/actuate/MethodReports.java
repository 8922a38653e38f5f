package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.endpoint.EndpointRows;
import io.backoff.method.IntegrationCalls;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Creates the rows of the endpoint that are not about a policy or a budget: one for each guarded method, whether an
 * annotation or an integration guards it, and those that features add.
 */
record MethodReports(
        MethodInspection inspection,
        ObjectProvider<IntegrationCalls> integrations,
        ObjectProvider<EndpointRows> features) {

    /** The annotated methods, followed by the methods that integrations guard. */
    List<MethodReport> retried() {
        Stream<MethodReport> annotated = inspection.methods().stream().map(MethodReport::of);
        Stream<MethodReport> others = integrations
                .orderedStream()
                .flatMap(integration -> integration.rows().stream())
                .map(MethodReport::of);
        return Stream.concat(annotated, others).toList();
    }

    /** The rows that features add to the response, by the name of the JSON member that contains them. */
    Map<String, List<?>> ofFeatures() {
        Map<String, List<?>> members = new TreeMap<>();
        features.forEach(feature -> members.put(feature.member(), feature.rows()));
        members.values().removeIf(List::isEmpty);
        return members;
    }
}
