package io.backoff.rewrite.equivalence;

import java.time.Duration;
import java.util.List;

/** What a call did. */
record Recorded(int attempts, List<Duration> waits, String outcome) {}
