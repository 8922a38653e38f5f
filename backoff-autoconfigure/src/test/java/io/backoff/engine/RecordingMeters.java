package io.backoff.engine;

import io.backoff.policy.Outcome;
import io.backoff.policy.RetryCause;
import java.util.ArrayList;
import java.util.List;

final class RecordingMeters implements CallMeters {

    final List<String> events = new ArrayList<>();

    @Override
    public void ended(Outcome outcome, int attempts) {
        events.add("ended " + outcome.tag() + " " + attempts);
    }

    @Override
    public void retried(RetryCause cause) {
        events.add("retried " + cause.tag());
    }

    @Override
    public void waited(long nanos) {
        events.add("waited " + nanos);
    }
}
