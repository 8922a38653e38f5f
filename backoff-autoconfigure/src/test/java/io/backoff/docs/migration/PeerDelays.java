package io.backoff.docs.migration;

import java.time.Duration;
import java.util.List;

/** What another library waits, as it says so itself. */
@FunctionalInterface
public interface PeerDelays {

    /** How many attempts each call makes, and so one more than it has delays. */
    int ATTEMPTS = 13;

    /** The delays of as many calls, all of whose attempts fail. */
    List<List<Duration>> sample(int calls);
}
