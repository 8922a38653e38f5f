package io.backoff.actuate;

import io.backoff.aop.MethodInspection;
import io.backoff.polling.BackoffPolls;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/** Describes the annotated methods. */
record MethodReports(MethodInspection inspection, ObjectProvider<BackoffPolls> polls) {

    /** Those that are retried. */
    List<MethodReport> retried() {
        return inspection.methods().stream().map(MethodReport::of).toList();
    }

    /** Those that are polled. */
    List<PollReport> polled() {
        return polls.stream()
                .flatMap(each -> each.all().stream())
                .map(PollReport::of)
                .toList();
    }
}
