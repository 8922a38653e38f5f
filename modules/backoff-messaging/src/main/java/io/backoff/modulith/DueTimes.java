package io.backoff.modulith;

import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Computes when the next attempt of a failed publication is due.
 *
 * <p>The table does not record the time of a failure. There are two upper bounds for this time: the time at which this
 * instance first saw the failure, and the start of the attempt plus the maximum duration of an attempt. The delay
 * begins at the earlier bound, so that restarts do not postpone the attempt forever.
 */
final class DueTimes {

    /** The number of preceding delays to recompute. Earlier ones no longer influence a decorrelated delay. */
    private static final int DECORRELATED_DEPTH = 64;

    private final Duration longestAttempt;
    private final Map<UUID, Seen> seen = new HashMap<>();
    private final Map<UUID, Instant> notBefore = new ConcurrentHashMap<>();
    private final Map<UUID, Instant> inVain = new ConcurrentHashMap<>();

    /**
     * Creates an instance.
     *
     * @param longestAttempt maximum duration of an attempt; zero if unbounded
     */
    DueTimes(Duration longestAttempt) {
        this.longestAttempt = longestAttempt;
    }

    /** Returns the earlier of the two upper bounds for the time at which the last attempt failed. */
    Instant failedAt(StoredPublication publication, Instant now) {
        Seen first = seen.compute(
                publication.id(),
                (id, known) -> known != null && known.isOf(publication) ? known : Seen.of(publication, now));
        Instant longest =
                longestAttempt.isZero() ? first.at : publication.lastAttempt().plus(longestAttempt);
        return longest.isBefore(first.at) ? longest : first.at;
    }

    /** Returns the time at which the next attempt is due. */
    Instant due(StoredPublication publication, BackoffPolicy policy, Instant failedAt) {
        Instant due = failedAt.plus(delay(policy, publication.id(), publication.attempts() + 1));
        Instant asked = notBefore.get(publication.id());
        return asked == null || asked.isBefore(due) ? due : asked;
    }

    /** Defers the next attempt until the time that the callee's Retry-After asks for. */
    void holdUntil(UUID id, Instant time) {
        notBefore.put(id, time);
    }

    /**
     * Records that a due publication could not be submitted, for example because its event cannot be read. The
     * publication remains due, but all publications that have not been tried in vain come before it.
     */
    void triedInVain(UUID id, Instant now) {
        inVain.put(id, now);
    }

    /** Returns when the publication was last tried in vain; the earliest instant if it never was. */
    Instant lastInVain(StoredPublication publication) {
        return inVain.getOrDefault(publication.id(), Instant.MIN);
    }

    /**
     * Forgets what is known of all publications that are not in the list, and every Retry-After whose time has
     * passed. Other Retry-Afters are kept even if their publications are not in the list, because a publication may
     * have failed after the list was read.
     */
    void retain(List<StoredPublication> failed, Instant now) {
        Set<UUID> ids = failed.stream().map(StoredPublication::id).collect(Collectors.toSet());
        seen.keySet().retainAll(ids);
        inVain.keySet().retainAll(ids);
        notBefore.values().removeIf(until -> !until.isAfter(now));
    }

    /**
     * Returns the delay before an attempt. It is the same on all instances, because its random part depends only on
     * publication and attempt.
     */
    static Duration delay(BackoffPolicy policy, UUID id, int attempt) {
        long previous = 0;
        int last = Math.min(attempt, Integer.MAX_VALUE - 1);
        for (int number = Math.max(2, last - DECORRELATED_DEPTH); number <= last; number++) {
            previous = policy.delay().nanos(policy.ordinal(number), previous, random(id, number));
        }
        return Duration.ofNanos(previous);
    }

    private static SplittableRandom random(UUID id, int attempt) {
        long seed = id.getMostSignificantBits() ^ Long.rotateLeft(id.getLeastSignificantBits(), 32);
        return new SplittableRandom(seed + attempt);
    }

    private record Seen(int attempts, boolean begunAgain, Instant at) {

        static Seen of(StoredPublication publication, Instant at) {
            return new Seen(publication.attempts(), publication.begunAgain(), at);
        }

        boolean isOf(StoredPublication publication) {
            return attempts == publication.attempts() && begunAgain == publication.begunAgain();
        }
    }
}
