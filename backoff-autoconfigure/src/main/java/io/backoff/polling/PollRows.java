package io.backoff.polling;

import io.backoff.endpoint.EndpointRows;
import java.util.List;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;

/** The rows of polled methods at the Actuator endpoint. */
@RegisterReflectionForBinding(PollReport.class)
final class PollRows implements EndpointRows {

    private final BackoffPolls polls;

    PollRows(BackoffPolls polls) {
        this.polls = polls;
    }

    @Override
    public String member() {
        return "polls";
    }

    @Override
    public List<PollReport> rows() {
        return polls.all().stream().map(PollReport::of).toList();
    }
}
