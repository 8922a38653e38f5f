package io.backoff.actuate;

import io.backoff.adopt.AdoptedMethods;
import io.backoff.aop.MethodInspection;
import io.backoff.polling.BackoffPolls;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/** Creates the reports about methods. */
record MethodReports(
        MethodInspection inspection, ObjectProvider<BackoffPolls> polls, ObjectProvider<AdoptedMethods> adoption) {

    /** The retried methods. */
    List<MethodReport> retried() {
        return inspection.methods().stream().map(MethodReport::of).toList();
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
