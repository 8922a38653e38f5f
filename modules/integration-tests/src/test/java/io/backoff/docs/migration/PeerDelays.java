package io.backoff.docs.migration;

import java.time.Duration;
import java.util.List;

/** The delays of another library, as reported by itself. */
@FunctionalInterface
public interface PeerDelays {

    /** The number of attempts of each call, one more than its delays. */
    int ATTEMPTS = 13;

    /** Returns the delays of this many calls, all of whose attempts fail. */
    List<List<Duration>> sample(int calls);
}
