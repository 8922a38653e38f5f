package io.backoff.actuate;

import io.backoff.adopt.AdoptedMethods;
import io.backoff.aop.MethodInspection;
import io.backoff.method.GuardedCalls;
import io.backoff.polling.BackoffPolls;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/** Creates the reports about methods. */
record MethodReports(
        MethodInspection inspection,
        ObjectProvider<GuardedCalls> integrations,
        ObjectProvider<BackoffPolls> polls,
        ObjectProvider<AdoptedMethods> adoption) {

    /** The annotated methods, then those that integrations guard. */
    List<MethodReport> retried() {
        Stream<MethodReport> annotated = inspection.methods().stream().map(MethodReport::of);
        Stream<MethodReport> others = integrations
                .orderedStream()
                .flatMap(each -> each.rows().stream())
                .map(MethodReport::of);
        return Stream.concat(annotated, others).toList();
    }

    /** The polled methods. */
    List<PollReport> polled() {
        return polls.stream()
                .flatMap(each -> each.all().stream())
                .map(PollReport::of)
                .toList();
    }

    /** The methods that other libraries retry. */
    List<AdoptedReport> adopted() {
        return adoption.stream()
                .flatMap(each -> each.all().stream())
                .map(AdoptedReport::of)
                .toList();
    }
}
