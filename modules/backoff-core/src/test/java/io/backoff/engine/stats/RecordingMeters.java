package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;
import java.util.ArrayList;
import java.util.List;

public final class RecordingMeters implements CallMeters {

    public final List<String> events = new ArrayList<>();

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
