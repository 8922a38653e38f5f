package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.polling.BackoffPolls;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/** Creates the reports about annotated methods. */
record MethodReports(MethodInspection inspection, ObjectProvider<BackoffPolls> polls) {

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
}
