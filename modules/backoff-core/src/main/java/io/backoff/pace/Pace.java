package io.backoff.pace;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Paces the attempts under one policy: finds the rate that the callee allows, and delays attempts so that they begin at
 * that rate. Calls with the same key share a {@link Lane}, which has a rate and a queue of its own; all calls without a
 * key share one more lane.
 *
 * <pre>{@code
 * Lane lane = pace.lane(key);           // once for each call
 * Turn turn = lane.begin(now, left);    // before each attempt, after its delay
 * }</pre>
 *
 * <p>Thread-safe.
 */
@Internal
public final class Pace {

    /** A pace that never delays an attempt, and cannot be changed. */
    public static final Pace OFF = new Pace("none", 1, Duration.ZERO, 0);

    private static final Logger logger = System.getLogger(Pace.class.getName());

    private static final LogMessage BEGAN = LogMessage.info(
            "Policy '%s' paces its attempts: %s of them were throttled within a second. The rate is now %s attempts "
                    + "per second and follows what the callee allows");
    private static final LogMessage ENDED = LogMessage.info("Policy '%s' no longer paces its attempts: %s");

    private static final String ENOUGH = "for ten seconds, the callee allowed more attempts than were made";
    private static final String FORGOTTEN =
            "the throttled keys were forgotten, because more than 'backoff.keys.max' keys are in use";
    private static final String STOPPED = "pace is now off, or retries are disabled";

    private final String policy;
    private final long start;
    private final Lane unkeyed;
    private final Map<String, Lane> keyed = new ConcurrentHashMap<>();
    // The lanes of forgotten keys in which attempts still wait.
    private final Set<Lane> forgotten = ConcurrentHashMap.newKeySet();
    // For the log: the lanes that are known to limit the rate of attempts, with the time at which each began to limit
    // it. A thread that holds the lock of a lane never waits for the lock of this map.
    private final Map<Lane, Long> pacingLanes = new HashMap<>();
    private volatile LongConsumer waits = nanos -> {};
    private volatile double share;
    private volatile long maxDelay;
    private volatile boolean stopped;

    private Pace(String policy, double share, Duration maxDelay, long now) {
        this.policy = policy;
        this.start = now;
        this.share = share;
        this.maxDelay = nanos(maxDelay);
        this.unkeyed = new Lane(this, now);
    }

    /**
     * Creates a pace that delays no attempts until the callee throttles.
     *
     * @param policy name of the policy, for the log
     * @param share the share of the last second's attempts that must be throttled before the rate is limited, 0 to 1
     * @param maxDelay the longest time for which the Retry-After of one attempt delays the others
     * @param now the time, in nanoseconds of the clock that all calls use
     * @throws IllegalArgumentException if a value is out of range
     */
    public static Pace adaptive(String policy, double share, Duration maxDelay, long now) {
        return new Pace(policy, checked(share), maxDelay, now);
    }

    /**
     * Replaces the settings while the pace is in use. Lanes keep their rates and their waiting attempts. If the pace
     * was {@linkplain #stop stopped}, it can delay attempts again.
     */
    public void change(double newShare, Duration newMaxDelay) {
        if (this == OFF) {
            throw new UnsupportedOperationException("A pace that is off has no settings");
        }
        share = checked(newShare);
        maxDelay = nanos(newMaxDelay);
        stopped = false;
    }

    /**
     * Stops delaying attempts, because the policy no longer has a pace or its retries are disabled: ends all waits, and
     * begins no further ones before the next {@link #change}.
     */
    public void stop() {
        stopped = true;
        lanes().forEach(Lane::stop);
        synchronized (pacingLanes) {
            removeIf(STOPPED, (lane, since) -> true);
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** The name of the policy. */
    public String policy() {
        return policy;
    }

    /**
     * Sets the recorder of waits: it receives the time that each attempt has waited in a lane's queue, whether the
     * attempt then began or not.
     *
     * @param recorder receives the waiting time in nanoseconds
     */
    public void onWait(LongConsumer recorder) {
        waits = recorder;
    }

    /** Records how long an attempt has waited in a lane's queue. */
    public void waited(long nanos) {
        waits.accept(nanos);
    }

    /** Whether the pace is on: attempts are counted, and begin at a limited rate while the callee throttles. */
    public boolean isOn() {
        return this != OFF;
    }

    /**
     * Returns the {@link Lane} in which the attempts of a call may have to wait.
     *
     * @param key the key of the call; {@code null} if it has none
     */
    public Lane lane(@Nullable String key) {
        if (key == null || this == OFF) {
            return unkeyed;
        }
        return keyed.computeIfAbsent(key, added -> new Lane(this, start));
    }

    /**
     * Forgets the {@link Lane} of a key. Attempts that wait there still begin one by one, and are still counted; later
     * calls with the key get a new lane.
     */
    public void forget(String key) {
        Lane lane = keyed.remove(key);
        if (lane != null) {
            lane.forget();
        }
    }

    /**
     * The sum of the current rates of all {@link Lane lanes} that limit the rate, in attempts per second; NaN if there
     * is no such lane.
     */
    public double rate(long now) {
        Collection<Pacing> pacing = pacing(now).values();
        return pacing.isEmpty()
                ? Double.NaN
                : pacing.stream().mapToDouble(Pacing::rate).sum();
    }

    /** The number of attempts that wait in the queue of any {@link Lane}. */
    public int waiting() {
        return lanes().stream().mapToInt(Lane::waiting).sum();
    }

    /**
     * The current state of each {@link Lane} that limits the rate, by key; {@code null} stands for calls without a key.
     */
    public Map<@Nullable String, Pacing> pacing(long now) {
        Map<@Nullable String, Pacing> pacing = new LinkedHashMap<>();
        unkeyed.pacing(now).ifPresent(found -> pacing.put(null, found));
        keyed.forEach((key, lane) -> lane.pacing(now).ifPresent(found -> pacing.put(key, found)));
        // These are observed too, because no attempt arrives there that would find a waiter that is gone.
        forgotten.forEach(lane -> lane.pacing(now));
        return pacing;
    }

    /**
     * Ends all waits, for a shutdown. Attempts that arrive later would wait again, so callers must not use {@link
     * Lane#begin} once the application is stopping.
     */
    public void leaveAll() {
        lanes().forEach(Lane::leaveAll);
    }

    /** The lanes in which attempts may wait. */
    List<Lane> lanes() {
        List<Lane> all = new ArrayList<>();
        all.add(unkeyed);
        all.addAll(keyed.values());
        all.addAll(forgotten);
        return all;
    }

    double share() {
        return share;
    }

    long maxDelay() {
        return maxDelay;
    }

    /**
     * Called when a {@link Lane} begins to limit the rate. Because there may be many keys, the log tells only when the
     * first lane begins and when the last one ends.
     */
    void began(Lane lane, Pacing pacing, long now) {
        synchronized (pacingLanes) {
            removeEnded(now);
            if (lane.isForgotten()) {
                return;
            }
            if (pacingLanes.isEmpty()) {
                BEGAN.with(policy, pacing.throttled(), Math.round(pacing.rate()))
                        .log(logger);
            }
            pacingLanes.put(lane, pacing.since());
            // The lane may have stopped limiting the rate before this thread got the lock.
            removeEnded(now);
        }
    }

    /**
     * Called when a {@link Lane} no longer limits the rate. Also ends the limit of each other lane that no longer needs
     * it: without further calls, such a lane would keep its limit.
     */
    void ended(long now) {
        synchronized (pacingLanes) {
            removeEnded(now);
        }
    }

    /** Keeps the {@link Lane} of a forgotten key as long as attempts wait there. Called with the lock of the lane. */
    void keep(Lane lane, boolean waits) {
        if (waits) {
            forgotten.add(lane);
        } else {
            forgotten.remove(lane);
        }
    }

    /** Called when the key of a {@link Lane} is forgotten. */
    void forgot(Lane lane) {
        synchronized (pacingLanes) {
            removeIf(FORGOTTEN, (candidate, since) -> candidate == lane);
        }
    }

    private void removeEnded(long now) {
        removeIf(stopped ? STOPPED : ENOUGH, (lane, since) -> !lane.isPacing(since, now));
    }

    private void removeIf(String reason, BiPredicate<Lane, Long> ended) {
        boolean removed = pacingLanes.entrySet().removeIf(entry -> ended.test(entry.getKey(), entry.getValue()));
        if (removed && pacingLanes.isEmpty()) {
            ENDED.with(policy, reason).log(logger);
        }
    }

    private static double checked(double share) {
        // The condition also rejects NaN.
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("'share' must be between 0 and 1 but was " + share);
        }
        return share;
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
